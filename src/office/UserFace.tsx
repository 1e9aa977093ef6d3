import { ChevronDown } from 'lucide';
import { Icon } from '../records/office/Icon.tsx';
import { useSession } from '../records/office/session.ts';
import { initialsOf } from '../shared/text/initials.ts';

/** Content of the user menu's button. */
export function UserFace() {
  const { user } = useSession();
  return (
    <>
      <span className="avatar" aria-hidden="true">
        {user?.photo ? <img src={user.photo} width="40" height="40" alt="" /> : user && initialsOf(user.name)}
      </span>
      <span className="sr-only">Menu de </span>
      <span className="user-name">{user?.name ?? <span className="sr-only">usuário</span>}</span>
      <Icon of={ChevronDown} />
    </>
  );
}
