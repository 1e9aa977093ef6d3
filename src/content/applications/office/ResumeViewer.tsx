import { BookOpen, Download, RotateCw } from 'lucide';
import type { ComponentProps } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { plural } from '../../../shared/text/plural.ts';
import type { ApplicationDetails } from '../application.contract.ts';
import { useResumePages } from './useResumePages.browser.ts';

/** Shows the pages of a résumé as pictures, because PDFs of applicants are never opened in this origin. */
export function ResumeViewer({
  application: { uuid },
  download,
}: {
  application: ApplicationDetails;
  download: ComponentProps<'a'>;
}) {
  const { shown, open, retry } = useResumePages(uuid);
  const pages = shown.state === 'ready' ? shown.pages : [];
  const count = shown.state === 'ready' ? (shown.page_count ?? pages.length) : 0;
  return (
    <section className="application-part resume" aria-busy={shown.state === 'pending' || undefined}>
      <h2>Currículo</h2>
      <p className="sr-only" role="status">
        {shown.state === 'pending' && 'Preparando as páginas do currículo.'}
        {shown.state === 'ready' && `Currículo aberto, com ${plural(count, 'página', 'páginas')}.`}
      </p>
      {shown.state === 'closed' && (
        <>
          <p className="application-quiet">
            As páginas aparecem aqui, sem baixar nada. Fica anotado quem abriu.
          </p>
          <Button icon={<Icon of={BookOpen} />} small onClick={open}>
            Ler aqui
          </Button>
        </>
      )}
      {shown.state === 'pending' && (
        <div className="resume-wait" aria-hidden="true">
          <span className="bone bone-block" />
          <p>Preparando as páginas…</p>
        </div>
      )}
      {shown.state === 'failed' && (
        <div role="alert">
          <p>Não conseguimos mostrar este currículo aqui. Baixe o arquivo para ler no seu computador.</p>
          <a className="btn btn-ink btn-s" {...download}>
            <Icon of={Download} />
            Baixar o arquivo
          </a>
        </div>
      )}
      {shown.state === 'late' && (
        <div role="alert">
          <p>{shown.words}</p>
          <Button variant="line" small icon={<Icon of={RotateCw} />} onClick={open}>
            Tentar de novo
          </Button>
        </div>
      )}
      {shown.state === 'ready' && (
        <>
          <ol className="resume-pages">
            {pages.map(({ page, url, width, height }) => (
              <li key={page}>
                <img
                  src={url}
                  width={width}
                  height={height}
                  alt={`Página ${page} de ${count}`}
                  onError={retry}
                />
              </li>
            ))}
          </ol>
          {count > pages.length && (
            <p className="application-quiet">
              Aqui {pages.length === 1 ? 'está' : 'estão'} {pages.length} de {count} páginas. Para ler todas,
              baixe o arquivo.
            </p>
          )}
        </>
      )}
    </section>
  );
}
