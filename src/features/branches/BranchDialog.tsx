import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatZipCode } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { hasSocial, SocialItems } from '../../ui/SocialItems.tsx';
import { EmailFact, Fact, PhonesFact } from '../../ui/site/facts/Fact.tsx';
import { callLink, whatsappLink } from '../../ui/site/facts/phoneLinks.ts';
import { ShareButton } from '../../ui/site/facts/ShareButton.tsx';
import { Picture, type PictureFile } from '../../ui/site/Picture.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import { branchPage } from '../recordPages.ts';
import type { Branch } from './branch.contract.ts';
import { hoursInWords } from './hours.browser.ts';
import { OpenTag } from './OpenTag.tsx';
import './BranchDialog.css';

interface Props {
  branch: Branch;
  onClose: () => void;
  /** The list behind it, where the close control leads without JavaScript. */
  list?: string;
}

/**
 * One branch in full. As the server sends it the dialog is already open, so it reads without JavaScript and
 * its close control is a link to the list; in the browser it becomes modal.
 */
export function BranchDialog({ branch, onClose, list = '/branches' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const cameWithThePage = useRef(!useHydrated());

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const becomeModal = () => {
      // Not close(): that would tell of a closing that nobody asked for.
      element.removeAttribute('open');
      element.showModal();
    };
    const onClosed = () => close.current();
    element.addEventListener('close', onClosed);
    // One that is opened now is modal before it is seen: an Escape that came first would find nothing to close. One
    // that came with the page is seen already, and styling all of the page anew deserves a task of its own.
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (cameWithThePage.current) timer = setTimeout(becomeModal);
    else becomeModal();
    return () => {
      clearTimeout(timer);
      element.removeEventListener('close', onClosed);
      // Gives the focus back to where it came from, also when the browser's own back button closes it.
      element.close();
      if (document.activeElement === document.body) cardOf(branch.uuid)?.focus();
    };
  }, [branch.uuid]);

  const onCloseLink = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };

  return (
    <dialog ref={dialog} open className="dlg" closedby="any" aria-labelledby="filial">
      <div className="dlg-in">
        <a className="x" href={list} aria-label="Fechar" onClick={onCloseLink}>
          <Icon name="x" />
        </a>
        <Gallery branch={branch} />
        <div className="bd">
          <div className="bd-tag">
            <OpenTag hours={branch.hours} />
          </div>
          <h2 className="d2" id="filial">
            {branch.name}
          </h2>
          {branch.description && <p className="mut">{branch.description}</p>}
          <Facts branch={branch} />
          <Actions branch={branch} />
        </div>
      </div>
    </dialog>
  );
}

/** Where the focus goes on from a branch that was opened by its own address. */
function cardOf(uuid: string): HTMLElement | null {
  return document.querySelector(`main .br a[href*="${uuid}"]`);
}

function Gallery({ branch }: { branch: Branch }) {
  const [chosen, setChosen] = useState(0);
  const pictures: PictureFile[] = [
    ...(branch.file ? [branch.file] : []),
    ...branch.galleries.url_s3.original,
  ];
  const picture = pictures[chosen];
  if (!picture) return <div className="pic pic-none" />;
  return (
    <div className="pic">
      <Picture
        key={chosen}
        file={picture}
        sizes="(width < 60em) 100vw, 525px"
        alt={
          picture.alt ??
          (chosen === 0 ? `Fachada da filial ${branch.name}` : `Foto ${chosen + 1} da filial ${branch.name}`)
        }
        eager
      />
      {pictures.length > 1 && (
        <ul className="dlg-thumbs">
          {pictures.map((thumb, index) => (
            <li key={thumb.url_s3 ?? thumb.path}>
              <a
                href={thumb.url_s3 ?? thumb.path}
                aria-label={`Foto ${index + 1} de ${pictures.length}`}
                aria-current={index === chosen ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  setChosen(index);
                }}
              >
                <Picture file={thumb} sizes="130px" alt="" late />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Facts({ branch }: { branch: Branch }) {
  const hours = hoursInWords(branch.hours);
  const place = [
    `${branch.city}, ${branch.state}`,
    formatZipCode(branch.zip_code),
    branch.complement,
    branch.reference,
  ];
  return (
    <div className="facts">
      {hours.length > 0 && (
        <Fact icon="clock" label="Horários">
          {hours.map((line) => (
            <span key={line.days} className="line">
              <b>{line.days}</b>, {line.hours}
            </span>
          ))}
        </Fact>
      )}
      <Fact icon="map-pin" label="Endereço">
        <address>
          <b>
            {branch.road}, {branch.number}
          </b>
          , {branch.district}
          <br />
          {place.filter(Boolean).join(' · ')}
        </address>
      </Fact>
      <PhonesFact phones={[branch.phone, branch.phone_secondary]} />
      <EmailFact email={branch.email} />
      {hasSocial(branch) && (
        <ul className="soc">
          <SocialItems links={branch} />
        </ul>
      )}
    </div>
  );
}

function Actions({ branch }: { branch: Branch }) {
  const whatsapp = whatsappLink(branch.phone_secondary, branch.phone);
  return (
    <div className="acts">
      <a className="btn btn-red" href={mapOf(branch)} target="_blank" rel="noopener">
        <Icon name="navigation" />
        Como chegar
      </a>
      {whatsapp ? (
        <a className="btn btn-line" href={whatsapp} target="_blank" rel="noopener">
          <Icon name="whatsapp" />
          WhatsApp
        </a>
      ) : (
        <a className="btn btn-line" href={callLink(branch.phone)}>
          <Icon name="phone" />
          Ligar
        </a>
      )}
      <ShareButton title={branch.name} path={branchPage(branch.uuid)} className="btn-share" />
    </div>
  );
}

function mapOf(branch: Branch): string {
  if (branch.localization) return branch.localization;
  const place =
    branch.latitude !== null && branch.longitude !== null
      ? `${branch.latitude},${branch.longitude}`
      : `${branch.road}, ${branch.number}, ${branch.district}, ${branch.city}, ${branch.state}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}
