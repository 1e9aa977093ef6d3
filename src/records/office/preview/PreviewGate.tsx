import { useEffect, useState } from 'react';
import { DASHBOARD } from '../../../shared/addresses.ts';
import { BackLink } from '../BackLink.tsx';
import { isApiOnOtherOrigin } from '../callEndpoint.ts';
import { RecordSkeleton } from '../Loaded.tsx';
import { screenMeta } from '../screenMeta.ts';
import { PreviewUnavailable } from './PreviewUnavailable.tsx';

export const meta = screenMeta('Prévia do site');

const KEY = 'vitrine.preview.asked';
const JUST_NOW_MS = 10_000;

/**
 * Reloads the document, because only the server renders the site below this address. The router leads here
 * after the sign-in, for example.
 */
export default function PreviewGate() {
  const [failed, setFailed] = useState<'apart' | 'closed' | null>(null);
  useEffect(() => {
    if (isApiOnOtherOrigin()) setFailed('apart');
    else if (wasJustReloaded()) setFailed('closed');
    else window.location.reload();
  }, []);
  if (!failed) return <RecordSkeleton />;
  if (failed === 'apart') return <PreviewUnavailable />;
  return (
    <div className="shell-message" role="alert">
      <h1>A prévia não abriu</h1>
      <p>O navegador não guardou a sua entrada. Permita cookies deste site e entre de novo.</p>
      <BackLink to={DASHBOARD} />
    </div>
  );
}

/** Returns whether the document was requested a moment ago and this screen came instead. */
function wasJustReloaded(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY));
    sessionStorage.setItem(KEY, String(Date.now()));
    return Date.now() - last < JUST_NOW_MS;
  } catch {
    return true;
  }
}
