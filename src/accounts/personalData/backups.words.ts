import type { Config } from '../../platform/config/config.ts';
import { DAY_MS } from '../../shared/dates.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';

type Rule = Pick<Config, 'BACKUP_TO' | 'BACKUP_EVERY' | 'BACKUP_KEEP'>;

/** Returns the age of the oldest backup (ms) if all backups run on schedule. */
export const backupRetentionMs = ({ BACKUP_EVERY, BACKUP_KEEP }: Rule): number =>
  (BACKUP_EVERY ?? DAY_MS) * BACKUP_KEEP;

/** Returns a sentence that says until when backups contain data that is erased now. */
export function backupNotice(config: Rule, now: number): string {
  if (!config.BACKUP_TO)
    return 'Este sistema não faz backups automaticamente. Se alguém faz à mão, os de antes ainda têm estes dados: apague-os, ou apague a pessoa de novo depois de restaurar um deles.';
  const until = Temporal.Instant.fromEpochMilliseconds(now + backupRetentionMs(config))
    .toZonedDateTimeISO(CHAIN_ZONE)
    .toPlainDate()
    .toLocaleString('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' });
  const { BACKUP_KEEP } = config;
  return `Os backups de antes ainda têm estes dados até por volta de ${until}, quando ${
    BACKUP_KEEP === 1 ? 'o último deles sai' : `saem dos últimos ${BACKUP_KEEP} que ficam`
  }. Se um deles for restaurado, o sistema apaga a pessoa de novo antes de atender.`;
}
