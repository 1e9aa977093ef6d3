import { Dialog } from '@base-ui/react/dialog';
import { Copy, Download, Printer } from 'lucide';
import { useState } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { saveFile } from '../../../records/office/saveFile.ts';

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodes({
  codes,
  email,
  onClose,
}: {
  codes: string[];
  email: string;
  onClose: () => void;
}) {
  const [status, setStatus] = useState('');
  const text = `Códigos de recuperação de ${email}\nCada um vale uma vez.\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus('Códigos copiados.');
    } catch {
      setStatus('O navegador não deixou copiar. Baixe ou imprima os códigos.');
    }
  };
  const download = () => {
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'codigos-de-recuperacao.txt');
    setStatus('Códigos baixados. Guarde o arquivo em lugar seguro.');
  };
  return (
    <div className="factor-codes">
      <Dialog.Title className="dialog-title" tabIndex={-1}>
        Guarde estes códigos
      </Dialog.Title>
      <Dialog.Description className="dialog-text">
        Com um deles você entra no dia em que o celular ou a chave faltar. Cada um vale uma vez, e esta é a
        única vez em que eles aparecem.
      </Dialog.Description>
      <p className="factor-codes-owner">{email}</p>
      <ul className="factor-code-list" translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="factor-code-tools">
        <Button variant="line" small icon={<Icon of={Copy} />} onClick={copy}>
          Copiar
        </Button>
        <Button variant="line" small icon={<Icon of={Download} />} onClick={download}>
          Baixar
        </Button>
        <Button variant="line" small icon={<Icon of={Printer} />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
      <p className="factor-codes-said" role="status">
        {status}
      </p>
      <div className="dialog-actions">
        <Button variant="red" onClick={onClose}>
          Já guardei os códigos
        </Button>
      </div>
    </div>
  );
}
