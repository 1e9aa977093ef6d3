import { FileText } from 'lucide';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { failureText } from '../../../shared/failure.ts';
import { acceptOf } from '../../../shared/files/fileTypes.ts';
import { plural } from '../../../shared/text/plural.ts';
import { type PdfText, readPdfText } from '../dailyBooklet.contract.ts';

const NONE = 'Este PDF não tem texto, só imagem. Escreva as ofertas aqui em cima.';

/** Offers the text of a PDF as transcript: users choose one of its pages. */
export function PdfTextImport({
  of = '',
  onText,
}: {
  of?: string | undefined;
  onText: (text: string) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [pages, setPages] = useState<readonly PdfText[]>([]);
  const read = async (doc: File) => {
    setBusy(true);
    setProblem(undefined);
    setPages([]);
    try {
      const { data } = await withReauth(() => callEndpoint(readPdfText, { body: {}, files: { doc } }));
      const found = data.pages.filter(({ text }) => text !== '');
      setPages(found);
      if (found.length === 0) setProblem(NONE);
    } catch (error) {
      const failure = failureFrom(error);
      setProblem(failure.fields?.doc?.[0] ?? failureText(failure));
    }
    setBusy(false);
  };
  // Created outside the form, so that the chosen PDF is read but not submitted.
  const choose = () => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    chooser.accept = acceptOf('pdf');
    chooser.onchange = () => chooser.files?.[0] && read(chooser.files[0]);
    input.current = chooser;
    chooser.click();
  };
  return (
    <div className="leaflet-pdf">
      <Button
        variant="line"
        small
        busy={busy}
        icon={<Icon of={FileText} />}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onClick={choose}
      >
        Trazer de um PDF<span className="sr-only"> o texto {of}</span>
      </Button>
      <FieldError id={`${id}-problem`} text={problem} />
      <p className="sr-only" role="status">
        {busy && 'Lendo o PDF.'}
        {pages.length > 0 && `Texto de ${plural(pages.length, 'página', 'páginas')}: escolha uma.`}
      </p>
      {pages.length > 0 && (
        <ul>
          {pages.map(({ page, text }) => (
            <li key={page}>
              <p>{text}</p>
              <Button
                variant="line"
                small
                onClick={() => {
                  onText(text);
                  setPages([]);
                }}
              >
                Usar a página {page}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
