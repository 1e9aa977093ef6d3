import { Dialog } from '@base-ui/react/dialog';
import { Monitor, RotateCw, Smartphone, X } from 'lucide';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import type { Control } from 'react-hook-form';
import { formatInstant } from '../../../shared/text/format.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { useMedia } from '../useMedia.ts';
import { PreviewFrame } from './PreviewFrame.tsx';
import { type FormPreview, useFormPreview } from './useFormPreview.ts';

interface Props {
  preview: FormPreview;
  control: Control;
  /** Labels by field name. */
  labels: RefObject<ReadonlyMap<string, string>>;
  onClose: () => void;
}

const DEVICES = {
  phone: { label: 'Celular', width: 390, icon: Smartphone },
  computer: { label: 'Computador', width: 1280, icon: Monitor },
};
type Device = keyof typeof DEVICES;

/** Shows the form's values on the site: beside the form if there is room, else over the whole screen. */
export function PreviewPanel(props: Props) {
  const isBeside = useMedia('(width >= 1200px)');
  const title = useId();
  if (isBeside)
    return (
      <section className="preview-panel" aria-labelledby={title}>
        <Content {...props} title={<h2 id={title}>Pré-visualização</h2>} />
      </section>
    );
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="preview-panel preview-whole">
          <Content {...props} title={<Dialog.Title>Pré-visualização</Dialog.Title>} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({ preview, control, labels, onClose, title }: Props & { title: ReactNode }) {
  const [device, setDevice] = useState<Device>('phone');
  const [page, setPage] = useState<string>();
  const { shown, problem, asking, ask } = useFormPreview(preview, control, page);
  const name = useId();
  const { label, width } = DEVICES[device];
  return (
    <>
      <header className="preview-head">
        {title}
        <button type="button" className="icon-btn" aria-label="Fechar a pré-visualização" onClick={onClose}>
          <Icon of={X} />
        </button>
      </header>
      <div className="preview-choices">
        <fieldset className="preview-device">
          <legend className="sr-only">Tamanho da tela</legend>
          {Object.entries(DEVICES).map(([key, { label, icon }]) => (
            <label key={key}>
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={device === key}
                onChange={() => setDevice(key as Device)}
              />
              <Icon of={icon} />
              {label}
            </label>
          ))}
        </fieldset>
        {shown && shown.pages.length > 1 && (
          <select
            className="input"
            aria-label="Página do site"
            value={shown.page}
            onChange={(event) => setPage(event.target.value)}
          >
            {shown.pages.map(({ path, label }) => (
              <option key={path} value={path}>
                {label}
              </option>
            ))}
          </select>
        )}
      </div>
      <div className="preview-said" role="status">
        {problem ? (
          <div className="preview-problem">
            <p>{shown ? 'A imagem abaixo é de antes. Para atualizar:' : 'Para aparecer aqui:'}</p>
            <ul>
              {problem.messages.slice(0, MAX_MESSAGES).map(({ field, text }) => {
                const label = field !== null && labels.current.get(field);
                return (
                  <li key={`${field} ${text}`}>
                    {label && <b>{label}: </b>}
                    {text}
                  </li>
                );
              })}
            </ul>
            {problem.passes && (
              <Button variant="line" small icon={<Icon of={RotateCw} />} onClick={ask}>
                Tentar de novo
              </Button>
            )}
          </div>
        ) : (
          shown && <p>{wordsOf(shown)}</p>
        )}
      </div>
      <div className="preview-place" aria-busy={asking || undefined} data-stale={problem ? '' : undefined}>
        {shown ? (
          <PreviewFrame shown={shown} width={width} label={`A página no site, no ${label.toLowerCase()}`} />
        ) : (
          asking && <p className="preview-waits">Montando a página…</p>
        )}
      </div>
    </>
  );
}

const MAX_MESSAGES = 4;

function wordsOf({ at, seen, message }: { at: string | null; seen: boolean; message: string }): string {
  // A record is not found on the page if its words differ from the typed ones. The service's message is true
  // either way.
  if (!seen) return `Ao salvar: ${message}`;
  return at ? `Como estará em ${formatInstant(at)}.` : 'Como fica assim que for para o site.';
}
