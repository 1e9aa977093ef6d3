import { ChevronDown } from 'lucide';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { AccessNote } from '../../../records/office/AccessNote.tsx';
import { BackLink } from '../../../records/office/BackLink.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { DASHBOARD } from '../../../shared/addresses.ts';
import { formatInstant, inSentence } from '../../../shared/text/format.ts';
import { type InventoryItem, type PersonalDataResponse, readPersonalData } from '../personalData.contract.ts';
import { personalDataScreen } from '../personalData.screens.ts';
import { PersonRequest } from './PersonRequest.tsx';

export const meta = screenMeta('Dados pessoais');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(readPersonalData, request);
}

export { RecordSkeleton as HydrateFallback };

/** The screen of personal data: the data inventory, who viewed what, and the requests of single people. */
export default function PersonalData() {
  const mayAnswer = usePermissions().has('personalData.write');
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <BackLink to={DASHBOARD} />
      <header className="page-head">
        <div>
          <h1>Dados pessoais</h1>
          <p>O que guardamos de pessoas, quem vê, e a resposta a quem pede para ver ou apagar o que é seu.</p>
        </div>
      </header>
      <AccessNote area={personalDataScreen.area} />
      {mayAnswer && <PersonRequest />}
      <LoadedContent answer={answer} skeleton={<RecordSkeleton />}>
        {({ data }) => <Register {...data} />}
      </LoadedContent>
    </>
  );
}

function Register({ kept, looks }: PersonalDataResponse) {
  return (
    <>
      <section className="data-part" aria-labelledby="kept">
        <h2 id="kept">O que guardamos</h2>
        <ul className="kept">
          {kept.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ul>
      </section>
      <section className="data-part" aria-labelledby="looks">
        <h2 id="looks">Quem viu</h2>
        {looks.length === 0 ? (
          <p className="data-quiet">Ninguém abriu um currículo nem consultou os dados de alguém ainda.</p>
        ) : (
          <ol className="audit">
            {looks.map(({ id, at, text }) => (
              <li key={id}>
                <time dateTime={at}>{formatInstant(at)}</time>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

function Entry({ entry }: { entry: InventoryItem }) {
  const { whose, what, why, basis, howLong, seenBy, seen, where, erased } = entry;
  const roles = seenBy && (seenBy.length > 0 ? `${inSentence(seenBy)}. ` : 'Nenhum papel. ');
  const rows = [
    ['Para quê', why],
    ['Base legal', basis],
    ['Por quanto tempo', howLong],
    ['Quem vê', `${roles ?? ''}${seen}`],
    ['Onde fica', where],
    ['Como se apaga', erased],
  ];
  return (
    <li>
      <details>
        <summary>
          <b>{whose}</b>
          <span>{what}</span>
          <Icon of={ChevronDown} />
        </summary>
        <dl>
          {rows.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}
