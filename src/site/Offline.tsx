/** Renders the place of the offline message (`manners/offline.ts`). */
export const Offline = () => <div role="status" className="offline" />;
