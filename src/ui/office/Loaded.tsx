import { Lock, RotateCw, SearchX, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useParams, useRevalidator } from 'react-router';
import { DASHBOARD, PROFILE } from '../../contract/addresses.ts';
import type { Failure } from '../../contract/failure.ts';
import { tellCode, texts } from '../../contract/texts.ts';
import { alert } from './alerts.tsx';
import { BackLink } from './BackLink.tsx';
import { Button, LinkButton } from './Button.tsx';
import { DraftLeftBehind } from './draft/DraftNotice.tsx';
import { wayBack } from './listPlace.ts';
import { loginPath, useLoaded } from './load.ts';
import { getSession, signInAgain, signOut, useSession } from './session.ts';

/** Shows what a route loads: a skeleton, then `children` with the answer, or what went wrong with a way on. */
export function Loaded<T>({
  answer,
  skeleton,
  back,
  children,
}: {
  answer: Promise<T>;
  skeleton: ReactNode;
  /** Where a screen leads that shows nothing but this. */
  back?: string;
  children: (value: T) => ReactNode;
}) {
  const { value, failure } = useLoaded(answer);
  if (value !== undefined) return children(value);
  if (!failure) return skeleton;
  return (
    <>
      {back && <BackLink to={back} />}
      <LoadFailure failure={failure} back={back} />
    </>
  );
}

/** Says what went wrong, in its place and as an alert. */
export function LoadFailure({ failure, back }: { failure: Failure; back?: string | undefined }) {
  const revalidator = useRevalidator();
  const { pathname, search } = useLocation();
  const { uuid } = useParams();
  const ended = failure.code === 'unauthenticated';
  const refused = failure.code === 'forbidden';
  useEffect(() => {
    if (!ended && !refused) return alert.failure(failure);
  }, [ended, refused, failure]);
  const { token, confirmed } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!ended) return;
    const asked = confirmed ? signInAgain() : Promise.resolve(false);
    void asked.then((isBack) => (isBack ? revalidator.revalidate() : getSession().token && signOut()));
  }, [ended, failure]);
  if (ended) return token === null ? <Navigate to={loginPath(pathname + search)} replace /> : null;
  if (failure.extra?.lacks_second_factor) return <Navigate to={PROFILE} replace />;

  const gone = failure.code === 'not_found';
  const Icon = gone ? SearchX : refused ? Lock : WifiOff;
  return (
    <div className="empty">
      <Icon className="empty-icon" aria-hidden="true" />
      <p className="d4">
        {gone ? 'Registro não encontrado' : refused ? 'Isto não é do seu papel' : 'Não deu para carregar'}
      </p>
      <p>{failure.message}</p>
      {failure.request && <p className="told-code">{tellCode(failure.request)}</p>}
      {gone && uuid && <DraftLeftBehind uuid={uuid} />}
      {refused ? (
        <LinkButton to={DASHBOARD} variant="line" small>
          Voltar ao dashboard
        </LinkButton>
      ) : gone && back ? (
        <LinkButton {...wayBack(back)} variant="line" small>
          Ver os registros
        </LinkButton>
      ) : (
        <Button
          variant="line"
          small
          icon={<RotateCw className="i" aria-hidden="true" />}
          busy={revalidator.state === 'loading'}
          onClick={() => revalidator.revalidate()}
        >
          Tentar de novo
        </Button>
      )}
    </div>
  );
}

/** Stands where a form or a record will be. */
export function RecordSkeleton() {
  return (
    <div className="skeleton-record" role="status">
      <span className="sr-only">{texts.loading}</span>
      <span className="bone bone-title" />
      <span className="bone bone-field" />
      <span className="bone bone-field" />
      <span className="bone bone-block" />
    </div>
  );
}
