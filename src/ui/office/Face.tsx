import { initialsOf } from '../initials.ts';
import './Face.css';

/** A person's photo, or the first letters of their name. The name stands beside it. */
export function Face({
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
