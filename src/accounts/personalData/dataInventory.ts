import { branchRecord } from '../../content/branches/branch.contract.ts';
import { companyRecord } from '../../content/company/company.contract.ts';
import { FAILED_SEARCH_DAYS } from '../../content/pageViews/pageView.service.ts';
import { phoneRecord } from '../../content/phones/phone.contract.ts';
import { shopRecord } from '../../content/shops/shop.contract.ts';
import { RUN_RETENTION_MS as KEEP_BACKUP_ROWS } from '../../platform/backup/runs.ts';
import type { Config } from '../../platform/config/config.ts';
import type { ReadmeLanguage } from '../../platform/config/settingsTable.ts';
import { FAILED_RETENTION_MS } from '../../platform/jobs/jobs.ts';
import { FINISHED_MAIL_RETENTION_MS, MAIL_GIVE_UP_MS } from '../../platform/mail/mailer.ts';
import { columnsByPrivacy } from '../../records/define/describe.ts';
import { DAY_MS, HOUR_MS } from '../../shared/dates.ts';
import type { Area } from '../../shared/permissions.ts';
import { plural } from '../../shared/text/plural.ts';
import { INVITATION_DAYS } from '../auth/recovery.service.ts';
import { LOG_RETENTION_MS as KEEP_DELIVERIES } from '../webhooks/webhook.jobs.ts';
import { backupRetentionMs } from './backups.words.ts';
import { LEGAL_BASES } from './legalBases.ts';

// The data inventory: source of the screen and of docs/personal-data.md. A test checks that it lists every column.

type Words = Readonly<Record<ReadmeLanguage, string>>;

export interface InventoryEntry {
  key: string;
  whose: Words;
  what: Words;
  why: Words;
  basis: Words;
  howLong: Words;
  /** Area whose read permission shows the data; null if no role shows it. */
  seenBy: Area | null;
  /** Other ways to see the data, and which of them are logged. */
  seen: Words;
  where: Words;
  erased: Words;
  /** Columns by table of the database. */
  columns: Readonly<Record<string, readonly string[]>>;
}

const counted = (count: number, one: Words, many: Words): Words => ({
  pt: plural(count, one.pt, many.pt),
  en: `${count} ${count === 1 ? one.en : many.en}`,
});
const days = (count: number) => counted(count, { pt: 'dia', en: 'day' }, { pt: 'dias', en: 'days' });
const hours = (count: number) => counted(count, { pt: 'hora', en: 'hour' }, { pt: 'horas', en: 'hours' });
const months = (count: number) => counted(count, { pt: 'mês', en: 'month' }, { pt: 'meses', en: 'months' });
const minutes = (count: number) =>
  counted(count, { pt: 'minuto', en: 'minute' }, { pt: 'minutos', en: 'minutes' });

/** Formats a duration in the largest unit that is exact. */
function lasting(ms: number): Words {
  if (ms % DAY_MS === 0) return days(ms / DAY_MS);
  return ms % HOUR_MS === 0 ? hours(ms / HOUR_MS) : minutes(Math.ceil(ms / 60_000));
}

type Settings = Pick<
  Config,
  | 'RETENTION_MONTHS'
  | 'VERSION_MONTHS'
  | 'FEWEST_VERSIONS'
  | 'BIN_DAYS'
  | 'SESSION_IDLE'
  | 'SESSION_ABSOLUTE'
  | 'BACKUP_TO'
  | 'BACKUP_EVERY'
  | 'BACKUP_KEEP'
>;

export function dataInventory(config: Settings): readonly InventoryEntry[] {
  const retention = months(config.RETENTION_MONTHS);
  const versions = months(config.VERSION_MONTHS);
  const bin = days(config.BIN_DAYS);
  const idle = lasting(config.SESSION_IDLE);
  const absolute = lasting(config.SESSION_ABSOLUTE);
  const mails = days(FINISHED_MAIL_RETENTION_MS / DAY_MS);
  const backups = lasting(backupRetentionMs(config));
  const deliveries = days(KEEP_DELIVERIES / DAY_MS);
  const jobs = days(FAILED_RETENTION_MS / DAY_MS);
  return [
    {
      key: 'applications',
      whose: { pt: 'Quem se candidata', en: 'Applicants' },
      what: {
        pt: 'Nome, e-mail, telefone, a vaga, se aceita o banco de talentos, o currículo e as imagens das páginas dele, a etapa, as anotações da equipe e que mensagens foram mandadas.',
        en: 'Name, e-mail address, phone, vacancy, consent to the talent pool, résumé and pictures of its pages, stage, notes of staff, and which messages were sent.',
      },
      why: { pt: 'Só para a seleção de pessoas.', en: 'Only to select applicants.' },
      basis: {
        pt: `${LEGAL_BASES.contract} (a pedido da pessoa, antes de um contrato); para o banco de talentos, o consentimento (${LEGAL_BASES.consent}).`,
        en: 'LGPD, art. 7, V (steps before a contract, at the person’s request); for the talent pool, consent (art. 7, I).',
      },
      howLong: {
        pt: `${retention.pt} a partir do envio; depois some automaticamente, com o currículo.`,
        en: `${retention.en} after it was sent (\`RETENTION_MONTHS\`); then it is deleted automatically, with the résumé.`,
      },
      seenBy: 'applications',
      seen: {
        pt: 'Cada abertura de um currículo fica registrada.',
        en: 'Each opening of a résumé is logged.',
      },
      where: {
        pt: 'No banco de dados e entre os arquivos privados.',
        en: 'Database and private files.',
      },
      erased: {
        pt: 'Apagada de vez, com tudo o que depende dela: uma a uma, pelo prazo, ou a pedido.',
        en: 'Permanently, with all dependent data: by staff, after the retention period, or on request.',
      },
      columns: {
        job_applications: [
          'name', 'email', 'phone', 'vacancy', 'vacancy_id', 'talent_pool', 'file_id', 'stage', 'stage_at',
          'pages_state', 'page_count', 'drawn_with', 'search', 'name_key', 'vacancy_key',
        ], // biome-ignore format: names
        application_notes: ['application_id', 'text'],
        application_messages: ['application_id', 'template'],
        resume_pages: ['application_id', 'page', 'file_id'],
        files: ['name', 'search'],
        file_uses: ['file_id', 'uuid'],
        removed_files: ['uuid', 'record'],
      },
    },
    {
      key: 'team',
      whose: { pt: 'A equipe: contas', en: 'Staff: accounts' },
      what: {
        pt: 'Nome, e-mail, foto, papel e filiais, última entrada, sessões e aparelhos (só como o navegador se chama), verificação em duas etapas e vistas guardadas. Senhas e códigos ficam só como resumo ou cifrados.',
        en: 'Name, e-mail address, photo, role and branches, last sign-in, sessions and devices (only the browser’s name), second factors and saved views. Passwords and codes are hashed or encrypted.',
      },
      why: {
        pt: 'Para que só quem trabalha aqui entre, cada um com o que pode.',
        en: 'To admit only staff, each with their own rights.',
      },
      basis: {
        pt: `${LEGAL_BASES.contract} (contrato de trabalho) e ${LEGAL_BASES.interest} (segurança).`,
        en: 'LGPD, art. 7, V (contract of employment) and IX (security).',
      },
      howLong: {
        pt: `Enquanto a conta existe. Sessões, ${idle.pt} sem uso e ${absolute.pt} ao todo; convites, ${days(INVITATION_DAYS).pt}. De quem sai, o nome e o e-mail ficam até um pedido.`,
        en: `While the account exists. Sessions: ${idle.en} unused and ${absolute.en} in all (\`SESSION_IDLE\`, \`SESSION_ABSOLUTE\`); invitations: ${days(INVITATION_DAYS).en}. Name and address of a removed account stay until the person requests erasure.`,
      },
      seenBy: 'users',
      seen: {
        pt: 'Cada pessoa vê a própria conta.',
        en: 'Each user sees their own account.',
      },
      where: { pt: 'No banco de dados.', en: 'Database.' },
      erased: {
        pt: 'A pedido: some tudo, e um pseudônimo fica no lugar do nome, também ao lado do que a pessoa fez.',
        en: 'On request: everything is deleted, and a pseudonym replaces the name, also in the log of their actions.',
      },
      columns: {
        users: [
          'uuid', 'created_at', 'updated_at', 'deleted_at', 'name', 'email', 'email_key', 'password_hash',
          'password_until', 'role', 'branches', 'disabled_at', 'invited_at', 'photo', 'last_login_at', 'search',
          'name_key',
        ], // biome-ignore format: names
        sessions: [
          'user_id', 'token_hash', 'page_key_hash', 'created_at', 'last_used_at', 'expires_at', 'browser',
          'shared_at',
        ], // biome-ignore format: names
        devices: ['user_id', 'mark', 'browser', 'created_at', 'last_used_at'],
        recovery_codes: ['user_id', 'kind', 'hash', 'created_at', 'expires_at'],
        authenticator_apps: ['user_id', 'secret', 'last_step', 'created_at', 'confirmed_at'],
        factor_codes: ['user_id', 'hash', 'created_at'],
        passkeys: [
          'uuid', 'user_id', 'credential_id', 'public_key', 'counter', 'transports', 'name', 'created_at',
          'last_used_at',
        ], // biome-ignore format: names
        passkey_challenges: ['user_id', 'challenge', 'purpose', 'expires_at'],
        saved_views: ['uuid', 'user_id', 'list', 'name', 'name_key', 'query', 'created_at'],
      },
    },
    {
      key: 'deeds',
      whose: { pt: 'A equipe: o que cada pessoa fez', en: 'Staff: log of actions' },
      what: {
        pt: 'Quem mudou o quê e quando, com o nome de então; quem escreveu uma anotação, mandou uma mensagem, enviou um arquivo, criou um token ou um webhook.',
        en: 'Author, time and content of each change, with the author’s name at that time; authors of notes, messages, files, tokens and webhooks.',
      },
      why: {
        pt: 'Para saber o que houve, desfazer enganos e mostrar quem viu dados de pessoas.',
        en: 'To trace changes, undo mistakes and show who saw personal data.',
      },
      basis: {
        pt: `${LEGAL_BASES.interest}; depois de um pedido fica sem o nome, para prestar contas (${LEGAL_BASES.duty}, e ${LEGAL_BASES.erasedLater}).`,
        en: 'LGPD, art. 7, IX; after a request it stays without the name, for accountability (art. 7, II, and art. 16, I).',
      },
      howLong: {
        pt: 'Enquanto o sistema existe. A pedido, com um pseudônimo no lugar do nome.',
        en: 'While the installation exists. After a request, with a pseudonym in place of the name.',
      },
      seenBy: 'history',
      seen: {
        pt: 'O nome de quem fez também está no histórico de cada registro, para quem o vê.',
        en: 'The history of each record also shows names, to users who may read it.',
      },
      where: { pt: 'No banco de dados.', en: 'Database.' },
      erased: {
        pt: 'O nome dá lugar a um pseudônimo; o que a auditoria diz da conta some.',
        en: 'A pseudonym replaces the name; details of the account are removed from the audit log.',
      },
      columns: {
        audit_log: [
          'at',
          'action',
          'entity',
          'entity_uuid',
          'user_id',
          'user_name',
          'before',
          'after',
          'request',
        ],
        record_versions: ['at', 'user_id', 'user_name'],
        application_notes: ['user_id', 'user_name', 'created_at'],
        application_messages: ['user_id', 'user_name', 'created_at'],
        job_applications: ['stage_by'],
        files: ['user_name'],
        tokens: ['created_by', 'last_used_at'],
        webhooks: ['user_id'],
      },
    },
    {
      key: 'mails',
      whose: { pt: 'Quem recebe e-mails do sistema', en: 'Recipients of mails' },
      what: {
        pt: 'O e-mail inteiro, cifrado, enquanto espera para sair.',
        en: 'The whole mail, encrypted, until it is sent.',
      },
      why: {
        pt: 'Para que nenhum se perca quando o servidor de e-mail não responde.',
        en: 'To lose none while the mail server is unavailable.',
      },
      basis: {
        pt: `${LEGAL_BASES.contract} e ${LEGAL_BASES.interest}: a mesma daquilo de que o e-mail fala.`,
        en: 'LGPD, art. 7, V and IX: the same as for the subject of the mail.',
      },
      howLong: {
        pt: `Até sair, no máximo ${hours(MAIL_GIVE_UP_MS / HOUR_MS).pt}. Depois, só que houve um e-mail, sem o texto e sem de quem, por ${mails.pt}.`,
        en: `Until it is sent, ${hours(MAIL_GIVE_UP_MS / HOUR_MS).en} at most. Then an entry without text and recipient, for ${mails.en}.`,
      },
      seenBy: null,
      seen: { pt: 'Ninguém pela tela.', en: 'No screen shows it.' },
      where: {
        pt: 'No banco de dados. Sem servidor de e-mail configurado, em arquivos da pasta de dados, até alguém apagar.',
        en: 'Database. Without `SMTP_URL`, files in `DATA_DIR/mail`, until an operator deletes them.',
      },
      erased: {
        pt: 'A pedido: saem da fila e da pasta os que vão para a pessoa, e com a candidatura os que falam dela.',
        en: 'On request, mails to the person are deleted from queue and folder. Mails about an application are deleted with it.',
      },
      columns: { mail_outbox: ['content', 'created_at', 'finished_at'] },
    },
    {
      key: 'visitors',
      whose: { pt: 'Quem visita o site', en: 'Visitors' },
      what: {
        pt: 'Nada que diga quem é. Contagens de páginas; palavras de buscas sem resultado, sem por quem; e, de quem pede demais em seguida, um resumo do endereço de rede.',
        en: 'Nothing that identifies a visitor. Counts of page views; words of searches without results; for rate limits, a hash of the network address.',
      },
      why: {
        pt: 'Para manter o site de pé e saber o que falta nele.',
        en: 'To keep the site available, and to know what it lacks.',
      },
      basis: {
        pt: `${LEGAL_BASES.interest}. O registro de acessos do Marco Civil (Lei 12.965/2014, art. 15, por 6 meses) não é feito aqui: cabe ao servidor à frente do site.`,
        en: 'LGPD, art. 7, IX. The access log of the Marco Civil (Lei 12.965/2014, art. 15, six months) is the task of the proxy in front, not of the product.',
      },
      howLong: {
        pt: `Resumos de endereços, no máximo um dia; palavras de buscas, ${days(FAILED_SEARCH_DAYS).pt}. As linhas de registro do servidor não têm nome, e-mail nem endereço de rede.`,
        en: `Hashes of addresses: one day at most; words of searches: ${days(FAILED_SEARCH_DAYS).en}. The process log contains no name, mail or network address.`,
      },
      seenBy: null,
      seen: {
        pt: 'No painel, só somas e palavras buscadas de mais de um endereço de rede.',
        en: 'The dashboard shows totals, and words that were searched from more than one network address.',
      },
      where: { pt: 'No banco de dados.', en: 'Database.' },
      erased: {
        pt: 'Sai automaticamente: não há como achar uma pessoa nisso.',
        en: 'Automatically: it identifies no person.',
      },
      columns: { rate_limits: ['key', 'points', 'expires_at'], missed_searches: ['day', 'words', 'count'] },
    },
    {
      key: 'contacts',
      whose: { pt: 'Contatos públicos da rede', en: "The chain's public contacts" },
      what: {
        pt: 'Telefones, e-mails e responsáveis que a rede publica, e o que mais alguém escreva em um texto do site; também nas versões antigas e nos avisos a outros sistemas.',
        en: 'Phones, e-mail addresses and responsible persons that the chain publishes, and other personal data that staff write into a text. Also in former versions and webhook deliveries.',
      },
      why: { pt: 'Para que clientes falem com a rede.', en: 'To let customers reach the chain.' },
      basis: { pt: `${LEGAL_BASES.interest}.`, en: 'LGPD, art. 7, IX.' },
      howLong: {
        pt: `Enquanto estão no site. Versões antigas, ${versions.pt} (e sempre as últimas ${config.FEWEST_VERSIONS}); na lixeira, ${bin.pt}; avisos a outros sistemas, ${deliveries.pt}.`,
        en: `While they are on the site. Former versions: ${versions.en} (\`VERSION_MONTHS\`), and always the last ${config.FEWEST_VERSIONS}; trash: ${bin.en} (\`BIN_DAYS\`); webhook deliveries: ${deliveries.en}.`,
      },
      seenBy: null,
      seen: { pt: 'Todos, no site.', en: 'The public, on the site.' },
      where: { pt: 'No banco de dados.', en: 'Database.' },
      erased: {
        pt: 'A pedido, o e-mail some de dentro do texto: no registro, nas versões e na auditoria, que seguem dizendo quem mudou o quê. O que é de outra área ou filial fica, contado e nomeado. Endereços da própria rede são recusados.',
        en: 'On request, the address is redacted inside texts: in the record, its versions and the audit log, which still shows the author of each change. Records of other areas or branches stay; the result counts and names them. The chain’s own addresses are refused.',
      },
      columns: {
        company_information: columnsByPrivacy(companyRecord).personal,
        phones: columnsByPrivacy(phoneRecord).personal,
        branches: columnsByPrivacy(branchRecord).personal,
        shops: columnsByPrivacy(shopRecord).personal,
        record_versions: ['data'],
        webhook_deliveries: ['body', 'answer'],
      },
    },
    {
      key: 'requests',
      whose: { pt: 'Quem pediu para ser apagado', en: 'People who requested erasure' },
      what: {
        pt: 'Uma marca do e-mail, de que ninguém sem a chave da instalação tira o e-mail, e quando foi.',
        en: 'A keyed hash of the address, which cannot be reversed without the installation’s key, and the time.',
      },
      why: {
        pt: 'Para apagar de novo quem voltar com um backup antigo.',
        en: 'To repeat erasures after an older backup is restored.',
      },
      basis: {
        pt: `${LEGAL_BASES.duty}, e ${LEGAL_BASES.erasedLater}.`,
        en: 'LGPD, art. 7, II, and art. 16, I.',
      },
      howLong: {
        pt: 'Enquanto o sistema existe.',
        en: 'While the installation exists.',
      },
      seenBy: null,
      seen: { pt: 'Ninguém pela tela.', en: 'No screen shows it.' },
      where: {
        pt: 'No banco de dados, e numa lista ao lado dos backups.',
        en: 'Database, and `erasures.json` beside the backups.',
      },
      erased: { pt: 'Fica: é o que cumpre o pedido.', en: 'Never: it enforces the request.' },
      columns: { erasures: ['at', 'mark', 'due'] },
    },
    {
      key: 'backups',
      whose: { pt: 'Todos os acima, nos backups', en: 'All of the above, in backups' },
      what: {
        pt: 'Tudo, menos as sessões e os códigos.',
        en: 'Everything except sessions and codes.',
      },
      why: {
        pt: 'Para que nada se perca com uma máquina.',
        en: 'To lose nothing with a machine.',
      },
      basis: {
        pt: `${LEGAL_BASES.interest} (segurança, art. 46).`,
        en: 'LGPD, art. 7, IX (security, art. 46).',
      },
      howLong: {
        pt: config.BACKUP_TO
          ? `${backups.pt}, os últimos ${config.BACKUP_KEEP}. Destas cópias não há registro aqui além de que foram feitas, por ${days(KEEP_BACKUP_ROWS / DAY_MS).pt}.`
          : 'O sistema não faz backups automaticamente: o tempo é o de quem os guarda.',
        en: `Automatic backups: the last ${config.BACKUP_KEEP} (\`BACKUP_KEEP\`), one a day (\`BACKUP_EVERY\`), ${backups.en} in all. Manual ones: until an operator deletes them.`,
      },
      seenBy: null,
      seen: {
        pt: 'Quem opera o servidor; com uma frase, cifrados.',
        en: 'Operators of the server; encrypted if there is a passphrase.',
      },
      where: {
        pt: 'Na pasta ou no bucket dos backups.',
        en: 'At `BACKUP_TO`.',
      },
      erased: {
        pt: 'Saem com o prazo. O que se restaura é apagado de novo antes de o sistema atender.',
        en: 'They expire. After a restore, erasures are repeated before the product serves requests.',
      },
      columns: {},
    },
    {
      key: 'jobs',
      whose: { pt: 'O trabalho em segundo plano', en: 'Background jobs' },
      what: {
        pt: 'Números de registros e de e-mails de que o trabalho trata, nunca nomes nem endereços.',
        en: 'Ids of records and mails, never a name or an address.',
      },
      why: { pt: 'Para repetir o que falhou.', en: 'To retry failed work.' },
      basis: { pt: `${LEGAL_BASES.interest}.`, en: 'LGPD, art. 7, IX.' },
      howLong: {
        pt: `Até terminar; o que falhou de vez, ${jobs.pt}.`,
        en: `Until it is finished; failed jobs: ${jobs.en}.`,
      },
      seenBy: null,
      seen: { pt: 'Ninguém pela tela.', en: 'No screen shows it.' },
      where: { pt: 'No banco de dados.', en: 'Database.' },
      erased: { pt: 'Sai automaticamente.', en: 'Automatically.' },
      columns: { jobs: ['payload', 'key', 'last_error'] },
    },
  ];
}
