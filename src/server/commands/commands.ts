import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { removeUser, setAccess } from '../../accounts/auth/access.service.ts';
import {
  createUser,
  listUsers,
  resetPasswordByOperator,
} from '../../accounts/auth/operatorAccounts.service.ts';
import { resumesOfPerson } from '../../accounts/personalData/application.source.ts';
import { erasePerson, exportPerson } from '../../accounts/personalData/personalData.service.ts';
import { resealApps } from '../../accounts/twoFactor/authenticatorApp.service.ts';
import { removeSecondFactors } from '../../accounts/twoFactor/twoFactor.service.ts';
import { resealSecrets } from '../../accounts/webhooks/webhook.secret.ts';
import { purgeApplications } from '../../content/applications/application.service.ts';
import { resources } from '../../content/resources.ts';
import { repairIndex } from '../../content/searchIndex/search.index.ts';
import { rewrapErasureKey } from '../../platform/backup/erasures.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { version } from '../../platform/config/version.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { ensureNotServed } from '../../platform/database/servingLock.ts';
import type { Deps } from '../../platform/deps.ts';
import { resealMails } from '../../platform/mail/mailer.ts';
import { rotateKey } from '../../platform/security/keys.ts';
import { eraseRecordAndFiles } from '../../records/server/files/file.purge.ts';
import { sweep } from '../../records/server/files/file.service.ts';
import { refold } from '../../records/server/lists/refold.ts';
import { Failure } from '../../shared/failure.ts';
import { createApp } from '../app.ts';
import { BACKUP_USAGE, backupCommands, type CommandResult, rethrowWithMessage } from './backup.commands.ts';

const USAGE = `Uso: npm run vitrine -- <comando>

  user add E-MAIL NOME             cria uma pessoa da equipe e sorteia uma senha
    --password-stdin               lê a senha da entrada padrão em vez disso
  user reset-password E-MAIL       dá uma senha nova e encerra as sessões
  user disable E-MAIL              desativa o acesso e encerra as sessões
  user enable E-MAIL               ativa o acesso de novo
  user remove-factors E-MAIL       desliga a verificação em duas etapas e encerra as sessões
  user remove E-MAIL               tira a pessoa; o histórico guarda o nome dela
  user list                        mostra as pessoas e se o acesso está ativo
  migrate                          atualiza o banco
  seed                             põe o conteúdo de demonstração num banco sem conteúdo
  reindex                          confere o que a busca do site acha, e refaz o que falta
  sweep                            apaga candidaturas vencidas e arquivos que ninguém usa
    --now                          também o que ficou pela metade há menos de um dia; só com tudo parado
  erase TABELA CÓDIGO              apaga já e de vez um registro, com versões e arquivos
  person E-MAIL [--out ARQUIVO]    mostra tudo o que há guardado de uma pessoa, ou grava, com os currículos ao lado
  person E-MAIL --erase            mostra, e apaga de vez
${BACKUP_USAGE}
  rotate-key [--lost]              troca a chave da instalação; --lost, se a de antes se perdeu
  --version                        mostra a versão`;

const FROM_STDIN = '--password-stdin';

type Command = (deps: Deps, args: string[]) => Promise<string>;

const commands: Record<string, Command> = {
  async 'user add'(deps, [email, name, option]) {
    if (!email || !name) throw new ConfigError(USAGE);
    if (option !== undefined && option !== FROM_STDIN)
      throw new ConfigError(
        `A senha não vai na linha de comando, onde outros a leem: use ${FROM_STDIN} e mande-a pela entrada padrão.`,
      );
    const password = option && (await text(process.stdin)).replace(/\r?\n$/, '');
    const user = await createUser(deps, { email, name, ...(password !== undefined && { password }) });
    return user.password
      ? `${user.email} criado. Senha: ${user.password}${lastsOf(deps)}`
      : `${user.email} criado.`;
  },
  async 'user reset-password'(deps, [email]) {
    if (!email) throw new ConfigError(USAGE);
    return `Nova senha de ${email}: ${await resetPasswordByOperator(deps, email)}${lastsOf(deps)}`;
  },
  async 'user disable'(deps, [email]) {
    if (!email) throw new ConfigError(USAGE);
    return (await setAccess(deps, email, false))
      ? `Acesso de ${email} desativado. As sessões terminaram.`
      : `O acesso de ${email} já estava desativado.`;
  },
  async 'user enable'(deps, [email]) {
    if (!email) throw new ConfigError(USAGE);
    return (await setAccess(deps, email, true))
      ? `Acesso de ${email} ativado.`
      : `O acesso de ${email} já estava ativo.`;
  },
  async 'user remove-factors'(deps, [email]) {
    if (!email) throw new ConfigError(USAGE);
    return (await removeSecondFactors(deps, email))
      ? `Verificação em duas etapas de ${email} desligada. As sessões terminaram; para entrar basta a senha.`
      : `${email} não tinha verificação em duas etapas.`;
  },
  async 'user remove'(deps, [email]) {
    if (!email) throw new ConfigError(USAGE);
    await removeUser(deps, email);
    return `${email} não tem mais acesso. O histórico guarda o nome.`;
  },
  async 'user list'(deps) {
    const users = await listUsers(deps);
    const lines = users.map(({ email, name, disabled_at, invited_at }) => {
      const state = disabled_at !== null ? 'desativado' : invited_at !== null ? 'convidado' : 'ativo';
      return [email, name, state].join('\t');
    });
    return lines.join('\n') || 'Ninguém ainda.';
  },
  // Opening the product has already migrated the schema.
  migrate: async () => 'Banco atualizado.',
  async seed(deps) {
    const { seedDemo } = await import('../seed.ts');
    return (await seedDemo(deps))
      ? 'Conteúdo de demonstração pronto.'
      : 'O banco já tem conteúdo; nada mudou.';
  },
  async erase(deps, [name, uuid]) {
    if (!name || !uuid) throw new ConfigError(USAGE);
    const table = TABLES.find((known) => known === name);
    if (!table) throw new ConfigError(`Não há uma tabela ${name}. As que há: ${TABLES.join(', ')}.`);
    await deps.diskSpace.ensure('erasure');
    await eraseRecordAndFiles(deps, table, uuid);
    return `Apagado de vez: ${table} ${uuid}, com versões e arquivos. A auditoria guarda só que aconteceu.`;
  },
  person: answerPerson,
  async reindex(deps) {
    const { rows, same } = await refold(deps, { isWhole: true });
    const mended = await repairIndex(deps);
    return [
      mended === 0 ? 'A busca do site está em dia.' : `Refeitos na busca do site: ${mended} registros.`,
      ...(rows > 0 ? [`Refeitos nas buscas da administração e das listas: ${rows} registros.`] : []),
      ...(same > 0 ? [`Nomes iguais a outro, que ficam como estão: ${same}. O painel mostra quais.`] : []),
    ].join('\n');
  },
  async sweep(deps, [option, ...more]) {
    if ((option !== undefined && option !== '--now') || more.length > 0) throw new ConfigError(USAGE);
    const isUnserved = option !== undefined;
    const release = isUnserved ? await ensureNotServed(deps.config, deps.database) : () => {};
    try {
      return await sweepAll(deps, isUnserved);
    } finally {
      release();
    }
  },
};

async function sweepAll(deps: Deps, isUnserved: boolean): Promise<string> {
  const applications = await purgeApplications(deps);
  const { rows, files } = await sweep(deps, undefined, { isUnserved });
  return `Apagados: ${applications} candidaturas vencidas, ${rows} registros de arquivo e ${files} arquivos.`;
}

/** Exports or erases the data of a person, as the screen «Dados pessoais» does. */
async function answerPerson(deps: Deps, args: string[]): Promise<string> {
  const { email, out, erase } = personArguments(args);
  const exported = JSON.stringify(await exportPerson(deps, null, email), null, 2);
  const lines = out === undefined ? [exported] : await writePerson(deps, email, out, exported);
  if (erase) {
    await deps.diskSpace.ensure('erasure');
    const { message, kept, backups } = await erasePerson(deps, null, { email, confirmation: email });
    lines.push(message, ...kept, backups);
  }
  return lines.join('\n');
}

function personArguments(args: string[]): { email: string; out: string | undefined; erase: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { out: { type: 'string' }, erase: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [email, ...more] = positionals;
    if (!email || more.length > 0) throw new ConfigError(USAGE);
    return { email: email.trim(), out: values.out, erase: values.erase };
  } catch {
    throw new ConfigError(USAGE);
  }
}

/** Writes with access for the owner only, and never overwrites a file. */
async function writePerson(deps: Deps, email: string, out: string, exported: string): Promise<string[]> {
  const file = resolve(out);
  const folder = `${file}.curriculos`;
  const written = async (path: string, body: string | Readable) => {
    await writeFile(path, body, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EEXIST' ? 'já existe, e nada é escrito por cima' : `não deu (${error.code})`;
      throw new ConfigError(`${path}: ${reason}.`);
    });
    return path;
  };
  const lines = [`Gravado: ${await written(file, `${exported}\n`)}`];
  const resumes = await resumesOfPerson(deps, email);
  if (resumes.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [at, { area, key }] of resumes.entries()) {
    const stored = await deps.store.read(area, key);
    lines.push(
      stored
        ? `Currículo: ${await written(join(folder, `${at + 1}.pdf`), stored.stream)}`
        : `Falta no servidor: ${key}`,
    );
  }
  return lines;
}

/** Commands that run without opening the product. */
const standaloneCommands: Record<string, (args: string[], configuration: () => Config) => Promise<string>> = {
  '--version': async () => version,
  'rotate-key': rotate,
};

async function rotate([option]: string[], configuration: () => Config): Promise<string> {
  if (option !== undefined && option !== '--lost') throw new ConfigError(USAGE);
  const config = configuration();
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
  try {
    await migrate(database.db);
    let mails = 0;
    const { key, file } = await rotateKey(
      config,
      database.db,
      option === '--lost',
      async (trx, former, own) => {
        await rewrapErasureKey(trx, former, own);
        if (!former) return;
        mails = await resealMails(trx, former, own);
        await resealSecrets(trx, former, own);
        await resealApps(trx, former, own);
      },
    );
    const lost =
      option === '--lost'
        ? '\nQuem usa aplicativo autenticador entra com um código de recuperação e liga o aplicativo de novo.'
        : '';
    const waiting = mails > 0 ? ` E-mails na fila guardados de novo com ela: ${mails}.` : '';
    return file
      ? `Chave nova em ${file}.${waiting}\nReinicie as instâncias; onde o arquivo não é o mesmo, copie antes este e ${file}.before. Um dia depois, apague ${file}.before.${lost}`
      : `Chave nova: ${key.toString('base64')}${waiting}\nPonha-a em SECRET_KEY em todas as máquinas, e a de antes em SECRET_KEY_BEFORE por um dia, e reinicie as instâncias.${lost}`;
  } finally {
    await database.close();
  }
}

/** Returns the note that is printed beside a generated password. */
const lastsOf = ({ config }: Pick<Deps, 'config'>) =>
  config.demoContent ? '' : '\nEla vale por 24 horas; ao entrar, a pessoa troca por uma própria.';

const TABLES = resources.map(({ table }) => table);

/** Runs the command `args` and returns its output. Throws for a refused command. */
export async function runCommand(args: string[], configuration: () => Config): Promise<CommandResult> {
  const [first = '', second = '', ...rest] = args;
  if (backupCommands[first])
    return backupCommands[first](configuration(), args.slice(1)).catch(rethrowWithMessage);
  if (standaloneCommands[first])
    return { text: await standaloneCommands[first](args.slice(1), configuration), isOk: true };
  const twoWordCommand = commands[`${first} ${second}`];
  const command = twoWordCommand ?? commands[first];
  if (!command) throw new ConfigError(USAGE);
  const app = await createApp({ config: configuration() });
  try {
    return { text: await command(app.deps, twoWordCommand ? rest : args.slice(1)), isOk: true };
  } finally {
    await app.close();
  }
}

/** Returns whether the message of `error` is enough for the operator, without a stack trace. */
export const isOperatorError = (error: unknown): error is Error =>
  [ConfigError, BackupError, Failure].some((known) => error instanceof known);
