import { Lock } from 'lucide';
import { useEffect, useState } from 'react';
import { getAreaAccess } from '../../shared/areaAccess.ts';
import { type Verb, verbsOf } from '../../shared/permissions.ts';
import { inSentence } from '../../shared/text/format.ts';
import { callEndpoint } from './callEndpoint.ts';
import { Icon } from './Icon.tsx';
import { usePermissions } from './usePermissions.ts';

const DOES: Record<Verb, string> = {
  read: 'vê',
  write: 'prepara',
  publish: 'publica',
  delete: 'exclui',
};

type VerbHolders = { verb: Verb; may: boolean; people: string[]; more: number }[];

/** States what the user may not do on a screen, and who may. */
export function AccessNote({ area }: { area: string | undefined }) {
  const rights = usePermissions().inArea(area);
  const verbs = verbsOf(area ?? '');
  // If nothing may be read, the content's replacement explains it.
  const hasAllRights = verbs.every((verb) => rights[verb]) || !rights.read;
  const [holders, setHolders] = useState<VerbHolders | null>(null);
  useEffect(() => {
    if (hasAllRights || !area) return;
    let current = true;
    callEndpoint(getAreaAccess, { params: { area } }).then(
      ({ data }) => current && setHolders(data.verbs),
      // Ignored: the missing buttons are a hint already.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [area, hasAllRights]);
  if (hasAllRights) return null;
  return (
    <p className="access-note">
      <Icon of={Lock} />
      <span>{holders ? wordsOf(holders) : 'Com o seu papel, nem tudo aqui muda.'}</span>
    </p>
  );
}

/** Words the result: «Aqui você vê e prepara. Quem publica e exclui: Ana e Bruno.» */
function wordsOf(holders: VerbHolders): string {
  const own = holders.filter(({ may }) => may).map(({ verb }) => DOES[verb]);
  const groups = Map.groupBy(
    holders.filter(({ may }) => !may),
    ({ people, more }) => inSentence(more > 0 ? [...people, `mais ${more}`] : people),
  );
  const others = Array.from(groups, ([people, verbs]) => {
    const doing = inSentence(verbs.map(({ verb }) => DOES[verb]));
    return people ? `Quem ${doing}: ${people}.` : `Ninguém ${doing}.`;
  });
  return [`Aqui você só ${inSentence(own)}.`, ...others].join(' ');
}
