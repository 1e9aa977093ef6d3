import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Alert, type AlertContent } from '../../../ui/site/Alert.tsx';
import { autoClose } from '../../../ui/site/autoClose.browser.ts';
import { ApplicationForm, type ApplicationFormProps } from './ApplicationForm.tsx';
import { ApplicationSent, SENT_TITLE } from './ApplicationSent.tsx';

export type ApplicationProps = Omit<ApplicationFormProps, 'onSent' | 'onRefused'>;

/** Shows the form, then the confirmation. Errors appear in the alert region of the page. */
export function Application(props: ApplicationProps) {
  const [sent, setSent] = useState<string | null>(null);
  // One alert at a time: a new attempt makes the previous message obsolete.
  const [alert, setAlert] = useState<AlertContent | null>(null);
  return (
    <>
      {sent === null ? (
        <ApplicationForm
          {...props}
          onRefused={setAlert}
          onSent={(text) => {
            setAlert({ tone: 'success', title: SENT_TITLE, text });
            setSent(text);
          }}
        />
      ) : (
        <ApplicationSent page={props.page} message={sent} takeFocus />
      )}
      {alert && <PageAlert alert={alert} onClose={() => setAlert(null)} />}
    </>
  );
}

function PageAlert({ alert, onClose }: { alert: AlertContent; onClose: () => void }) {
  const shown = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer restarts for each alert
  useEffect(() => (shown.current ? autoClose(shown.current, () => close.current()) : undefined), [alert]);
  const place = document.querySelector('.alerts');
  return place && createPortal(<Alert {...alert} ref={shown} />, place);
}
