export interface Factors {
  app: boolean;
  passkeys: boolean;
}

export const hasAny = ({ app, passkeys }: Factors) => app || passkeys;

/** Returns the prompt for the second factors that the account has. */
export function wordsFor({ app, passkeys }: Factors): string {
  if (!passkeys) return 'Digite o código do seu aplicativo autenticador, ou um código de recuperação.';
  if (!app) return 'Confirme com a sua chave de acesso, ou digite um código de recuperação.';
  return 'Digite o código do seu aplicativo autenticador, use a sua chave de acesso ou digite um código de recuperação.';
}
