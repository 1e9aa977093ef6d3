export interface TwoFactorState {
  app: boolean;
  passkeys: boolean;
}

export const hasAnyFactor = ({ app, passkeys }: TwoFactorState) => app || passkeys;

/** Returns the prompt for the second factors that the account has. */
export function secondFactorPrompt({ app, passkeys }: TwoFactorState): string {
  if (!passkeys) return 'Digite o código do seu aplicativo autenticador, ou um código de recuperação.';
  if (!app) return 'Confirme com a sua chave de acesso, ou digite um código de recuperação.';
  return 'Digite o código do seu aplicativo autenticador, use a sua chave de acesso ou digite um código de recuperação.';
}
