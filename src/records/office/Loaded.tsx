import { Lock, RotateCw, SearchX, WifiOff } from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useParams, useRevalidator } from 'react-router';
import { DASHBOARD, PROFILE } from '../../shared/addresses.ts';
import type { Failure } from '../../shared/failure.ts';
import { requestCodeText, texts } from '../../shared/text/texts.ts';
import { alert } from './alerts.tsx';
import { BackLink } from './BackLink.tsx';
import { Button, LinkButton } from './Button.tsx';
import { OrphanedDraft } from './draft/DraftNotice.tsx';
import { Icon } from './Icon.tsx';
import { returnLink } from './listState.ts';
import { loginPath, useLoaded } from './loadScreen.ts';
import { getSession, signInAgain, signOut, useSession } from './session.ts';

/** Shows the data that a route loads: a skeleton, then `children` with the value, or the failure with a way out. */
export function LoadedContent<T>({
  answer,
  skeleton,
  back,
  children,
}: {
  answer: Promise<T>;
  skeleton: ReactNode;
  /** Target of the back link, for screens that show nothing else. */
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

/** Shows a failure in place and as an alert. */
export function LoadFailure({ failure, back }: { failure: Failure; back?: string | undefined }) {
  const revalidator = useRevalidator();
  const { pathname, search } = useLocation();
  const { uuid } = useParams();
  const isSignedOut = failure.code === 'unauthenticated';
  const isForbidden = failure.code === 'forbidden';
  useEffect(() => {
    if (!isSignedOut && !isForbidden) return alert.failure(failure);
  }, [isSignedOut, isForbidden, failure]);
  const { token, confirmed } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failure
  useEffect(() => {
    if (!isSignedOut) return;
    const reauthentication = confirmed ? signInAgain() : Promise.resolve(false);
    void reauthentication.then((isBack) =>
      isBack ? revalidator.revalidate() : getSession().token && signOut(),
    );
  }, [isSignedOut, failure]);
  if (isSignedOut) return token === null ? <Navigate to={loginPath(pathname + search)} replace /> : null;
  if (failure.extra?.lacks_second_factor) return <Navigate to={PROFILE} replace />;

  const isMissing = failure.code === 'not_found';
  const icon = isMissing ? SearchX : isForbidden ? Lock : WifiOff;
  return (
    <div className="empty">
      <Icon of={icon} className="empty-icon" />
      <p className="d4">
        {isMissing
          ? 'Registro não encontrado'
          : isForbidden
            ? 'Isto não é do seu papel'
            : 'Não deu para carregar'}
      </p>
      <p>{failure.message}</p>
      {failure.request && <p className="told-code">{requestCodeText(failure.request)}</p>}
      {isMissing && uuid && <OrphanedDraft uuid={uuid} />}
      {isForbidden ? (
        <LinkButton to={DASHBOARD} variant="line" small>
          Voltar ao dashboard
        </LinkButton>
      ) : isMissing && back ? (
        <LinkButton {...returnLink(back)} variant="line" small>
          Ver os registros
        </LinkButton>
      ) : (
        <Button
          variant="line"
          small
          icon={<Icon of={RotateCw} />}
          busy={revalidator.state === 'loading'}
          onClick={() => revalidator.revalidate()}
        >
          Tentar de novo
        </Button>
      )}
    </div>
  );
}

/** Skeleton of a form or a record. */
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
