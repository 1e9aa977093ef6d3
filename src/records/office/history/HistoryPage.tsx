import { CalendarClock, Eye, Globe, GlobeOff, Pencil, RotateCcw, Trash2, Undo2 } from 'lucide';
import { type ReactNode, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  redirect,
  useLoaderData,
  useParams,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { DASHBOARD } from '../../../shared/addresses.ts';
import {
  type HistoryEndpoints,
  historyEndpoints,
  type PlanEntry,
  type RecordHistory,
  type RecordVersion,
} from '../../../shared/history.ts';
import { planEventText } from '../../../shared/planEvents.ts';
import { previewAt } from '../../../shared/preview.ts';
import { addressName, type Resource, recordPath } from '../../../shared/resource.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { wallClock } from '../../../shared/text/wallClock.ts';
import { resourceWithHistoryAt } from '../../server/history/history.contract.ts';
import { alert, undoButton } from '../alerts.tsx';
import { BackLink } from '../BackLink.tsx';
import { Button, LinkButton } from '../Button.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { Icon } from '../Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../Loaded.tsx';
import { failureFrom, load } from '../loadScreen.ts';
import { canPreviewSite } from '../preview/canPreviewSite.ts';
import { screenMeta } from '../screenMeta.ts';
import { withReauth } from '../session.ts';
import { usePermissions } from '../usePermissions.ts';
import { Comparison } from './Comparison.tsx';
import { versionChangesText, versionStateText } from './versionWords.ts';

export const meta = screenMeta('Histórico');

export function clientLoader({ request, params: { name = '', uuid = '' } }: ClientLoaderFunctionArgs) {
  const known = resourceWithHistoryAt(name);
  if (!known) throw redirect(DASHBOARD);
  return load(historyEndpoints(known).versions, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function HistoryPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { name = '', uuid = '' } = useParams();
  const known: Resource | undefined = resourceWithHistoryAt(name);
  const back = known ? (known.at.list ?? known.at.single) : undefined;
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} {...(back && { back })}>
      {({ data }) => known && <Versions known={known} uuid={uuid} history={data} />}
    </LoadedContent>
  );
}

const isPending = ({ state }: RecordVersion) => state === 'draft' || state === 'scheduled';

function Versions({ known, uuid, history }: { known: Resource; uuid: string; history: RecordHistory }) {
  const calls = historyEndpoints(known);
  const { title, standing, deleted_at, versions } = history;
  const [asked] = useSearchParams();
  const chosen = versions.find(({ id }) => String(id) === asked.get('versao')) ?? versions[0];
  const pending = versions.filter(isPending);
  const past = versions.filter((version) => !isPending(version));
  const record = deleted_at === null ? recordPath(known, { uuid }) : null;
  const [article = '', ...words] = known.one.split(' ');
  return (
    <>
      <BackLink
        to={record ?? known.at.list ?? known.at.single ?? ''}
        label={record ? 'Voltar ao registro' : 'Registros'}
      />
      <header className="page-head">
        <div>
          <h1>
            Histórico d{article} {words.join(' ')}
          </h1>
          <p>
            {title && <b>{title}. </b>}
            {deleted_at !== null
              ? `Na lixeira desde ${formatInstant(deleted_at)}.`
              : standing === null
                ? 'Está no site.'
                : standing === 'draft'
                  ? 'Rascunho: só a equipe vê.'
                  : 'Fora do site: só a equipe vê.'}
          </p>
        </div>
        <RecordActions calls={calls} uuid={uuid} history={history} known={known} />
      </header>
      <div className="history">
        <nav className="history-list" aria-label="Versões">
          {pending.length > 0 && <VersionList title="Esperando" versions={pending} chosen={chosen} />}
          <VersionList title="O que foi" versions={past} plans={history.plans} chosen={chosen} />
        </nav>
        {chosen && (
          <Comparison
            key={chosen.id}
            calls={calls}
            uuid={uuid}
            version={chosen}
            actions={
              deleted_at === null && (
                <VersionActions calls={calls} uuid={uuid} history={history} version={chosen} known={known} />
              )
            }
          />
        )}
      </div>
    </>
  );
}

function VersionList({
  title,
  versions,
  plans = [],
  chosen,
}: {
  title: string;
  versions: readonly RecordVersion[];
  plans?: readonly PlanEntry[] | undefined;
  chosen: RecordVersion | undefined;
}) {
  const first = versions.at(-1);
  const entries = [
    // A plan of the same save comes after its version, so it is listed before it.
    ...plans.map((plan) => ({ at: plan.made_at, version: undefined, plan })),
    ...versions.map((version) => ({ at: version.at, version, plan: undefined })),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
  return (
    <section>
      <h2>{title}</h2>
      <ol>
        {entries.map(({ version, plan }) =>
          version ? (
            <li key={version.id}>
              <Link
                to={`?versao=${version.id}`}
                replace
                preventScrollReset
                aria-current={version.id === chosen?.id ? 'true' : undefined}
                data-state={version.state}
              >
                <time dateTime={version.at}>{formatInstant(version.at)}</time>
                <b>{version.by ?? 'O sistema'}</b>
                <span>{versionChangesText(version, version === first && !isPending(version))}</span>
                <span className="version-state">{versionStateText(version)}</span>
              </Link>
            </li>
          ) : (
            <li key={`plan ${plan.id}`} className="history-plan">
              <time dateTime={plan.made_at}>{formatInstant(plan.made_at)}</time>
              <b>{plan.by ?? 'O sistema'}</b>
              <span>{planEventText(plan)}</span>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

/**
 * Returns a function that runs an action, alerts its outcome, with undo where possible, and reloads the
 * record.
 */
function useAction() {
  const revalidator = useRevalidator();
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (
    key: string,
    title: string,
    call: () => Promise<{ data: { message: string } }>,
    undo?: () => Promise<unknown>,
  ) => {
    setBusy(key);
    try {
      const { data } = await withReauth(call);
      if (undo) {
        alert.undo(title, data.message, {
          label: 'Desfazer',
          run: async () => {
            try {
              await withReauth(undo);
            } catch (error) {
              alert.failure(failureFrom(error));
            }
            await revalidator.revalidate();
          },
        });
        requestAnimationFrame(() => undoButton()?.focus());
      } else alert.success(title, data.message);
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    await revalidator.revalidate();
    setBusy(null);
  };
  return { busy, run };
}

interface ActionProps {
  calls: HistoryEndpoints;
  uuid: string;
  history: RecordHistory;
  known: Resource;
}

function RecordActions({ calls, uuid, history, known }: ActionProps) {
  const { busy, run } = useAction();
  const rights = usePermissions().inArea(known.area);
  const params = { uuid };
  const body = { version: history.version };
  if (!(history.deleted_at === null ? rights.publish : rights.delete)) return null;
  if (history.deleted_at !== null)
    return (
      <Button
        small
        busy={busy === 'restore'}
        icon={<Icon of={Undo2} />}
        onClick={() => run('restore', 'De volta', () => callEndpoint(calls.restore, { params, body: {} }))}
      >
        Trazer de volta
      </Button>
    );
  // Its dates decide when it is published.
  if (known.table === 'fortnightly_booklets') return null;
  const publish = (seen?: { version: number }) => callEndpoint(calls.publish, { params, body: seen ?? {} });
  const withdraw = (seen?: { version: number }) => callEndpoint(calls.withdraw, { params, body: seen ?? {} });
  return history.standing === null ? (
    <Button
      variant="line"
      small
      busy={busy === 'withdraw'}
      icon={<Icon of={GlobeOff} />}
      onClick={() => run('withdraw', 'Fora do site', () => withdraw(body), publish)}
    >
      Tirar do site
    </Button>
  ) : (
    <Button
      small
      busy={busy === 'publish'}
      icon={<Icon of={Globe} />}
      onClick={() => run('publish', 'No site', () => publish(body), withdraw)}
    >
      Pôr no site
    </Button>
  );
}

function VersionActions({
  calls,
  uuid,
  history,
  version,
  known,
}: ActionProps & { version: RecordVersion }): ReactNode {
  const { busy, run } = useAction();
  const permissions = usePermissions();
  const rights = permissions.inArea(known.area);
  const params = { uuid, version: version.id };
  const body = { version: history.version };
  const now = history.versions.find(({ state }) => state === 'published' || state === 'withheld');
  if (version.state === 'former')
    return (
      rights.publish && (
        <Button
          small
          busy={busy === 'revert'}
          icon={<Icon of={RotateCcw} />}
          onClick={() =>
            run(
              'revert',
              'Voltou a esta versão',
              () => callEndpoint(calls.revert, { params, body }),
              now &&
                (() =>
                  callEndpoint(calls.revert, {
                    params: { uuid, version: now.id },
                    body: {},
                  })),
            )
          }
        >
          Voltar a esta versão
        </Button>
      )
    );
  if (!isPending(version)) return null;
  const edit = recordPath(known, { uuid });
  return (
    <>
      {rights.publish && (
        <Button
          small
          busy={busy === 'publish'}
          icon={version.goes ? <Icon of={GlobeOff} /> : <Icon of={Globe} />}
          onClick={() =>
            run('publish', version.goes ? 'Fora do site' : 'No site', () =>
              callEndpoint(calls.publishChange, { params, body }),
            )
          }
        >
          {version.goes ? 'Tirar já' : 'Publicar já'}
        </Button>
      )}
      {edit && rights.write && !version.goes && (
        <LinkButton
          variant="line"
          small
          to={`${edit}?change=${version.id}&of=${addressName(known.office)}/${uuid}`}
          icon={<Icon of={Pencil} />}
        >
          Continuar editando
        </LinkButton>
      )}
      {version.from && canPreviewSite(permissions) && (
        // The preview is a document outside the router.
        <LinkButton
          variant="line"
          small
          to={previewAt(wallClock(Date.parse(version.from)))}
          reloadDocument
          icon={<Icon of={Eye} />}
        >
          Ver o site nesse minuto
        </LinkButton>
      )}
      {rights.write && (
        <Button
          variant="line"
          small
          busy={busy === 'drop'}
          icon={version.goes ? <Icon of={CalendarClock} /> : <Icon of={Trash2} />}
          onClick={() =>
            run('drop', version.goes ? 'Agendamento cancelado' : 'Mudança descartada', () =>
              callEndpoint(calls.dropChange, { params }),
            )
          }
        >
          {version.goes ? 'Deixar no site' : 'Descartar'}
        </Button>
      )}
    </>
  );
}
