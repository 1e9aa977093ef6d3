// What an address must be that the server sends something to. Where it leads, the server looks at when it sends.

export const OUTGOING_PORTS: readonly string[] = ['443', '8443'];

/** Why nothing is ever sent to `address`, in words for whoever typed it; null where nothing speaks against it. */
export function whyNotSentTo(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:') return 'Cole o endereço completo, começando com https://';
  if (url.username || url.password)
    return 'Tire o usuário e a senha do endereço: a assinatura já diz quem mandou.';
  if (!OUTGOING_PORTS.includes(url.port || '443')) return 'Use a porta 443, que é a normal, ou a 8443.';
  return null;
}
