import { initialsOf } from '../../shared/text/initials.ts';

/** Shows a user's photo or initials. Hidden from screen readers, because the name is beside it. */
export function Avatar({
  name,
  photo,
  large,
}: {
  name: string;
  photo?: string | null | undefined;
  large?: boolean;
}) {
  return (
    <span className="face" data-large={large || undefined} aria-hidden="true">
      {photo ? <img src={photo} width="96" height="96" alt="" /> : initialsOf(name)}
    </span>
  );
}
