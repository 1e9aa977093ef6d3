/** Renders the place of the offline message (`pageScripts/offline.ts`). */
export const Offline = () => <div role="status" className="offline" />;
