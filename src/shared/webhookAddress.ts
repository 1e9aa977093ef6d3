// Rules for addresses to which the server sends requests. It checks where an address leads when it sends.

/** Ports to which the server sends webhooks. */
export const OUTGOING_PORTS: readonly string[] = ['443', '8443'];

/** Returns a message that explains why the server never sends to `address`, or null if it may. */
export function webhookAddressProblem(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:') return 'Cole o endereço completo, começando com https://';
  if (url.username || url.password)
    return 'Tire o usuário e a senha do endereço: a assinatura já diz quem mandou.';
  if (!OUTGOING_PORTS.includes(url.port || '443')) return 'Use a porta 443, que é a normal, ou a 8443.';
  return null;
}
