import { requestCodeText } from '../shared/text/texts.ts';
import { Alert } from '../ui/site/Alert.tsx';

const MOST_AT_ONCE = 2;

/** Renders the alerts. `errors` are those of failed reads, which come with the page. */
export function Alerts({ errors, code }: { errors: readonly string[]; code: string | null }) {
  return (
    <div className="alerts" aria-live="polite">
      {[...new Set(errors)].slice(0, MOST_AT_ONCE).map((text) => (
        <Alert key={text} tone="error" title="Erro" text={code ? `${text} ${requestCodeText(code)}` : text} />
      ))}
    </div>
  );
}
