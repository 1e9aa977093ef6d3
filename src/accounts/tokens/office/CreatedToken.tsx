import { Copy, TriangleAlert } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import { BackLink } from '../../../records/office/BackLink.tsx';
import { Button, LinkButton } from '../../../records/office/Button.tsx';
import { Section } from '../../../records/office/form/EditPage.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { returnLink } from '../../../records/office/listState.ts';
import type { CreatedTokenResponse } from '../token.contract.ts';
import { tokens } from '../token.screens.ts';

/** Shows a new token, only once. The browser does not store it. */
export function CreatedToken({ name, made }: { name: string; made: CreatedTokenResponse }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <BackLink to={tokens.at.list} />
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {name}
          </h1>
          <p>O token foi criado e já vale.</p>
        </div>
      </header>
      <div className="token-made">
        <Section title="O token">
          <p className="token-once">
            <Icon of={TriangleAlert} />
            <span>
              Ele só aparece agora. Copie e guarde num lugar seguro, como uma senha. Se ele se perder, revogue
              este e crie outro.
            </span>
          </p>
          <Copied what="Token" text={made.token} />
        </Section>
        <Section title="Para experimentar">
          <p>{made.example.text}</p>
          <Copied what="Comando" text={made.example.command} />
        </Section>
        <LinkButton {...returnLink(tokens.at.list)}>Já guardei o token</LinkButton>
      </div>
    </>
  );
}

const STATUS_MS = 4000;

function Copied({ what, text }: { what: string; text: string }) {
  const id = useId();
  const code = useRef<HTMLElement>(null);
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (status === '') return;
    const timer = setTimeout(() => setStatus(''), STATUS_MS);
    return () => clearTimeout(timer);
  }, [status]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus(`${what} copiado.`);
    } catch {
      // The clipboard needs permission and https.
      if (code.current) window.getSelection()?.selectAllChildren(code.current);
      setStatus('Está selecionado: copie com Ctrl+C, ou ⌘C.');
    }
  };
  return (
    <div className="token-copy">
      <code ref={code} id={id}>
        {text}
      </code>
      <div>
        <Button
          variant="line"
          small
          icon={<Icon of={Copy} />}
          aria-describedby={id}
          aria-label={`Copiar: ${what}`}
          onClick={copy}
        >
          Copiar
        </Button>
        <p role="status">{status}</p>
      </div>
    </div>
  );
}
