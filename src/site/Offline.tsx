/** Where it is said that there is no connection (manners/offline.ts). */
export const Offline = () => <div role="status" className="offline" />;
