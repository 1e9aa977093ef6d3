import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { whoMay } from '../../contract/access.ts';
import { FEWER_VERBS, VERBS, type Verb } from '../../contract/needs.ts';
import { inSentence } from '../format.ts';
import { callEndpoint } from './callEndpoint.ts';
import { useMay } from './may.ts';
import './AccessNote.css';

const DOES: Record<Verb, string> = {
  read: 'vê',
  write: 'prepara',
  publish: 'publica',
  delete: 'exclui',
};

type Said = { verb: Verb; may: boolean; people: string[]; more: number }[];

/** Says what the person may not do on a screen, and who may. */
export function AccessNote({ area }: { area: string | undefined }) {
  const rights = useMay().of(area);
  const verbs = (FEWER_VERBS as Record<string, readonly Verb[]>)[area ?? ''] ?? VERBS;
  // Where nothing is seen, what stands in its place says why.
  const isWhole = verbs.every((verb) => rights[verb]) || !rights.read;
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(() => {
    if (isWhole || !area) return;
    let current = true;
    callEndpoint(whoMay, { params: { area } }).then(
      ({ data }) => current && setSaid(data.verbs),
      // Each button that is not there says as much.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [area, isWhole]);
  // Some areas have fewer verbs; the rest keeps its place until it is known.
  if (isWhole || (said ? said.every((one) => one.may) : rights.write && rights.delete)) return null;
  return (
    <p className="access-note">
      <Lock className="i" aria-hidden="true" />
      <span>{said ? wordsOf(said) : 'Com o seu papel, nem tudo aqui muda.'}</span>
    </p>
  );
}

/** «Aqui você vê e prepara. Quem publica e exclui: Ana e Bruno.» */
function wordsOf(said: Said): string {
  const own = said.filter(({ may }) => may).map(({ verb }) => DOES[verb]);
  const groups = Map.groupBy(
    said.filter(({ may }) => !may),
    ({ people, more }) => inSentence(more > 0 ? [...people, `mais ${more}`] : people),
  );
  const others = Array.from(groups, ([people, verbs]) => {
    const doing = inSentence(verbs.map(({ verb }) => DOES[verb]));
    return people ? `Quem ${doing}: ${people}.` : `Ninguém ${doing}.`;
  });
  return [`Aqui você só ${inSentence(own)}.`, ...others].join(' ');
}
