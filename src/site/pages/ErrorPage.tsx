import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Logo } from '../../brand/Logo.tsx';
import pageErrorCss from '../PageError.css?url';
import { ErrorMessage, NotFound } from '../PageError.tsx';
import siteCss from '../styles/site.css?url';

/** Renders a whole page for an error that also broke the layout. Needs no loaded data. */
export function ErrorPage() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <>
      <title>{isMissing ? 'Página não encontrada' : 'Algo caiu da prateleira'}</title>
      <meta name="robots" content="noindex" />
      <link rel="stylesheet" href={siteCss} precedence="default" />
      <link rel="stylesheet" href={pageErrorCss} precedence="default" />
      <header className="hd">
        <div className="wrap">
          <a href="/" className="home" aria-label="Página inicial">
            <Logo width={172} />
          </a>
        </div>
      </header>
      <div className="awning" />
      <main id="conteudo">
        {isMissing ? (
          <NotFound />
        ) : (
          <ErrorMessage text={isRouteErrorResponse(error) ? error.data?.message : undefined} />
        )}
      </main>
    </>
  );
}
