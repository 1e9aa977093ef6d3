import { useId } from 'react';

const EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// headers e body como chegaram; body é o texto, antes de JSON.parse
export function isFromSite(headers, body, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(\`\${id}.\${timestamp}.\${body}\`)
    .digest();
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

/** Explains to developers of the receiving system how to verify the signature. */
export function SignatureHelp() {
  const id = useId();
  return (
    <section className="webhook-part" aria-labelledby={id}>
      <h2 id={id}>Como o outro sistema confere a assinatura</h2>
      <p>
        Cada aviso é um POST com JSON, assinado como pede o padrão{' '}
        <a className="link" href="https://www.standardwebhooks.com" target="_blank" rel="noopener">
          Standard Webhooks
        </a>
        . Em Node.js basta isto; para outras linguagens, o padrão tem bibliotecas prontas.
      </p>
      <pre className="webhook-code">
        <code>{EXAMPLE}</code>
      </pre>
      <ul className="webhook-rules">
        <li>Responda com 200 ou 204 em até 5 segundos, e faça o trabalho depois.</li>
        <li>
          Sem essa resposta, tentamos de novo depois de 5 segundos, 30 segundos, 2, 10 e 30 minutos, e daí de
          hora em hora, por um dia. Os outros avisos esperam na ordem.
        </li>
        <li>
          O mesmo aviso pode chegar duas vezes: <code>webhook-id</code> é igual nas duas.
        </li>
        <li>Quem responde 410 não recebe mais nada: o webhook é desligado.</li>
      </ul>
    </section>
  );
}
