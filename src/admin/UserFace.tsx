import { ChevronDown } from 'lucide-react';
import { useSession } from '../ui/office/session.ts';

/** What the user menu's button shows. */
export function UserFace() {
  const { user } = useSession();
  return (
    <>
      <span className="avatar" aria-hidden="true">
        {user && initialsOf(user.name)}
      </span>
      <span className="sr-only">Menu de </span>
      <span className="user-name">{user?.name ?? <span className="sr-only">usuário</span>}</span>
      <ChevronDown className="i" aria-hidden="true" />
    </>
  );
}

/** `Rosângela de Melo` → `RM` */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return (first.charAt(0) + last.charAt(0)).toLocaleUpperCase('pt-BR');
}
