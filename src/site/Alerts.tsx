import { Alert } from '../ui/site/Alert.tsx';

const MOST_AT_ONCE = 2;

/** The place where alerts appear. `errors` are those of reads that failed: they come with the page. */
export function Alerts({ errors }: { errors: readonly string[] }) {
  return (
    <div className="alerts" aria-live="polite">
      {[...new Set(errors)].slice(0, MOST_AT_ONCE).map((text) => (
        <Alert key={text} tone="error" title="Erro" text={text} />
      ))}
    </div>
  );
}
