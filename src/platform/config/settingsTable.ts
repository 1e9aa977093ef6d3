import { settings } from './settings.ts';

/** Defaults that read better in words than as the settings's raw value. */
const DEFAULT_WORDS: Record<string, string | Record<ReadmeLanguage, string>> = {
  SERVE: '`all`',
  DATABASE_TIMEOUT: '`30s`',
  SESSION_IDLE: '`12h`',
  SESSION_ABSOLUTE: '`7d`',
  CORS_ORIGINS: { pt: 'nenhuma', en: 'none' },
  METRICS: '`0`',
  ACCESS_LOG: '`0`',
  PLAIN_INSIDE: '`0`',
  BACKUP_PLAIN: '`0`',
  AVIF: '`1`',
  ROLLOUT: '`0`',
  OFFLINE: '`1`',
  TRUST_PROXY: { pt: 'nenhum', en: 'none' },
};

/** Language of a README: README.md is English, LEIAME.md Portuguese. */
export type ReadmeLanguage = 'en' | 'pt';

/** A row of the table in the READMEs. */
interface SettingRow {
  name: string;
  fallback: string;
  example: string;
  meaning: string;
}

/** Returns the rows of the table in the READMEs: name, default, example, meaning. */
export function configTable(language: ReadmeLanguage): SettingRow[] {
  const defaults = settings.parse({}) as Record<string, unknown>;
  return Object.entries(settings.shape).map(([name, field]) => {
    const words = DEFAULT_WORDS[name];
    const { description, english, example } = field.meta() ?? {};
    return {
      name,
      fallback:
        (typeof words === 'object' ? words[language] : words) ??
        (defaults[name] === undefined ? '—' : `\`${defaults[name]}\``),
      example: String(example),
      meaning: String((language === 'en' ? english : description) ?? ''),
    };
  });
}
