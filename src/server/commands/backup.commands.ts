import { parseArgs } from 'node:util';
import { BackupError } from '../../platform/backup/errors.ts';
import type { ProgressListener } from '../../platform/backup/examine.ts';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { formatBytes } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { backUp, migrateTo, type RestoreResult, readPassphrase, restore, verifyBackup } from './backup.ts';

export const BACKUP_USAGE = `  backup [PARA]                    guarda tudo: num arquivo .vitrine, numa pasta ou em s3://bucket/caminho
  verify DE                        lê um backup inteiro e confere
  restore DE                       põe um backup num banco e num lugar de arquivos vazios
    --keep N                       (backup) deixa só os N mais novos
    --passphrase-file ARQUIVO      a frase que cifra; sem ela, a de BACKUP_PASSPHRASE
  migrate-to BANCO [ARQUIVOS]      leva tudo para postgres://… ou sqlite:/pasta, e para s3://público,privado ou outra pasta`;

/** Text for the operator, and whether the command succeeded. */
export interface CommandResult {
  text: string;
  isOk: boolean;
}

type Command = (config: Config, args: string[]) => Promise<CommandResult>;

const STEPS: Record<Parameters<ProgressListener>[0], string> = {
  database: 'lendo o banco',
  files: 'copiando arquivos',
  check: 'conferindo',
  old: 'tirando os antigos',
};

/** Shows progress only on a terminal. */
function showing(): { tell: ProgressListener; over(): void } {
  if (!process.stderr.isTTY) return { tell: () => {}, over: () => {} };
  let last = 0;
  const show = (text: string) => process.stderr.write(`\r\u001b[K${text}`);
  return {
    tell(step, done, total) {
      if (total > 0 && performance.now() - last < 100) return;
      last = performance.now();
      show(total > 0 ? `${STEPS[step]}: ${Math.floor((done / total) * 100)} %` : `${STEPS[step]}…`);
    },
    over: () => show(''),
  };
}

const options = { keep: { type: 'string' }, 'passphrase-file': { type: 'string' } } as const;

async function read(args: string[], most: number) {
  const parsed = (() => {
    try {
      return parseArgs({ args, options, allowPositionals: true });
    } catch {
      throw new ConfigError(`Uso:\n${BACKUP_USAGE}`);
    }
  })();
  const { values, positionals } = parsed;
  if (positionals.length > most) throw new ConfigError(`Uso:\n${BACKUP_USAGE}`);
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new ConfigError('--keep: esperado um número de backups, como 14.');
  const file = values['passphrase-file'];
  return { positionals, keep, passphrase: file === undefined ? undefined : await readPassphrase(file) };
}

function needed(value: string | undefined): string {
  if (value === undefined) throw new ConfigError(`Uso:\n${BACKUP_USAGE}`);
  return value;
}

const took = (begun: number) =>
  `${((performance.now() - begun) / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`;

const filesOf = (count: number, bytes: number) =>
  `${plural(count, 'arquivo', 'arquivos')} (${formatBytes(bytes)})`;

export const backupCommands: Record<string, Command> = {
  async backup(config, args) {
    const { positionals, keep, passphrase } = await read(args, 1);
    const begun = performance.now();
    const { tell: onProgress, over } = showing();
    const backup = await backUp(config, { to: positionals[0], keep, passphrase, onProgress }).finally(over);
    const sealed = passphrase ?? config.BACKUP_PASSPHRASE;
    const lines = [
      `Backup pronto e conferido: ${backup.name}`,
      `${plural(backup.rows, 'linha', 'linhas')} de ${backup.tables} tabelas e ${filesOf(backup.files, backup.bytes)}, ${
        backup.copied.count === 0 ? 'nenhum novo' : plural(backup.copied.count, 'novo', 'novos')
      }, em ${took(begun)}.`,
      ...(backup.removed.length > 0 ? [`Apagados, por antigos: ${backup.removed.join(', ')}`] : []),
      ...backup.notes,
      ...(sealed
        ? []
        : ['Sem frase: quem ler este backup lê dados pessoais e a chave da instalação. Guarde-o bem.']),
      ...backup.missing.map((name) => `Falta no servidor, e por isso no backup: ${name}`),
    ];
    return { text: lines.join('\n'), isOk: backup.missing.length === 0 };
  },

  async verify(config, args) {
    const { positionals, passphrase } = await read(args, 1);
    const from = needed(positionals[0] ?? config.BACKUP_TO);
    const begun = performance.now();
    const { tell: onProgress, over } = showing();
    const { name, manifest, findings } = await verifyBackup(config, from, {
      passphrase,
      onProgress,
    }).finally(over);
    if (findings.length > 0)
      return {
        text: [`${name} não está como devia:`, ...findings.map(({ text }) => text)].join('\n'),
        isOk: false,
      };
    const { count = 0, bytes = 0 } = manifest?.files ?? {};
    const rows = Object.values(manifest?.tables ?? {}).reduce((sum, table) => sum + table.rows, 0);
    return {
      text: `${name} está inteiro: ${plural(rows, 'linha', 'linhas')} e ${filesOf(count, bytes)}, de ${instantOf(
        manifest?.taken_at,
      )}. Conferido em ${took(begun)}.`,
      isOk: true,
    };
  },

  async restore(config, args) {
    const { positionals, passphrase } = await read(args, 1);
    const from = needed(positionals[0]);
    const begun = performance.now();
    const { tell: onProgress, over } = showing();
    const { name, manifest, hasKey, erased } = await restore(config, from, {
      passphrase,
      onProgress,
    }).finally(over);
    const { count, bytes, missing } = manifest.files;
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    const lines = [
      `Restaurado de ${name}, como estava em ${instantOf(manifest.taken_at)}: ${plural(
        rows,
        'linha',
        'linhas',
      )} e ${filesOf(count, bytes)}, em ${took(begun)}.`,
      'As pessoas da equipe entram de novo, com a senha que tinham então. Inicie o sistema como sempre.',
      ...(hasKey ? [] : ['O backup não tem a chave da instalação: traga a das máquinas de antes.']),
      ...erasedSince(instantOf(manifest.taken_at), erased),
      ...missing.map((file) => `Já faltava quando o backup foi feito: ${file}`),
    ];
    return { text: lines.join('\n'), isOk: missing.length === 0 };
  },

  async 'migrate-to'(config, args) {
    const { positionals } = await read(args, 2);
    const begun = performance.now();
    const { tell, over } = showing();
    const moved = await migrateTo(config, needed(positionals[0]), positionals[1], tell).finally(over);
    const lines = [
      `Levado e conferido: ${plural(moved.rows, 'linha', 'linhas')} de ${moved.tables} tabelas${
        moved.files > 0 ? ` e ${filesOf(moved.files, moved.bytes)}` : ''
      }, em ${took(begun)}.`,
      'O que foi salvo depois que o comando começou ficou no banco de antes: se o serviço não estava parado, pare-o e repita num destino vazio.',
      'Mude na configuração e inicie:',
      ...moved.configLines.map((line) => `  ${line}`),
      ...moved.missing.map((file) => `Falta no servidor de antes: ${file}`),
    ];
    return { text: lines.join('\n'), isOk: moved.missing.length === 0 };
  },
};

/**
 * Returns lines about people who were erased after the backup was taken: a restore brings their data back.
 */
function erasedSince(taken: string, erased: RestoreResult['erased']): string[] {
  const byHand = 'Apague de novo: npm run vitrine -- person E-MAIL --erase';
  if (!erased)
    return [
      `Não há lista de quem foi apagado depois de ${taken}, a pedido de alguém: essas pessoas voltaram com o backup. ${byHand}`,
    ];
  const { again, unreadable } = erased;
  return [
    ...(again > 0
      ? [
          `Depois dele houve ${plural(again, 'apagamento', 'apagamentos')} a pedido de alguém: o sistema apaga de novo ao iniciar, antes de atender.`,
        ]
      : []),
    ...(unreadable > 0
      ? [
          `De ${plural(unreadable, 'apagamento', 'apagamentos')} depois dele não dá para saber de quem, porque a chave de então se perdeu. ${byHand}`,
        ]
      : []),
  ];
}

const instantOf = (instant: string | undefined) =>
  instant
    ? new Date(instant).toLocaleString('pt-BR', {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: 'America/Sao_Paulo',
      })
    : 'quando não se sabe';

const WORDS: Record<string, string> = {
  ENOSPC: 'Acabou o espaço em disco',
  EDQUOT: 'Acabou o espaço desta conta no disco',
  EACCES: 'Esta conta não tem permissão',
  EPERM: 'Esta conta não tem permissão',
  EROFS: 'O disco só deixa ler',
  ENOTDIR: 'O caminho não é de uma pasta',
  ECONNREFUSED: 'Não conseguimos chegar ao banco',
  ENOTFOUND: 'Não conseguimos chegar ao banco',
  ETIMEDOUT: 'Não conseguimos chegar ao banco',
};

/** Rethrows system errors of disks and networks with a message in Portuguese. */
export function rethrowWithMessage(error: unknown): never {
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  const words = WORDS[code];
  if (!words) throw error;
  throw new BackupError(`${words}: ${path ?? message}.`, { cause: error });
}
