import { lazy, Suspense, useState } from 'react';
import { UserFace } from './UserFace.tsx';

const load = () => import('./UserMenuPopup.tsx').then((module) => ({ default: module.UserMenuPopup }));
const UserMenuPopup = lazy(load);

/** Shows the signed-in user and opens the user menu. The menu's code is loaded on first use. */
export function UserMenu() {
  const [wanted, setWanted] = useState(false);
  const standIn = (
    <div className="user">
      <button
        type="button"
        className="user-trigger"
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setWanted(true)}
      >
        <UserFace />
      </button>
    </div>
  );
  return wanted ? (
    <Suspense fallback={standIn}>
      <UserMenuPopup />
    </Suspense>
  ) : (
    standIn
  );
}
