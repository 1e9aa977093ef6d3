import type { FieldValues } from 'react-hook-form';
import { type FieldProps, TextField } from '../../../records/office/form/fields.tsx';
import type { TwoFactorState } from '../twoFactor.words.ts';

/** Field for the code of the app or a recovery code, shown beside the password. */
export function CodeField<V extends FieldValues>({
  control,
  name,
  factors,
}: Pick<FieldProps<V>, 'control' | 'name'> & { factors: TwoFactorState }) {
  const { app, passkeys } = factors;
  return (
    <TextField
      control={control}
      name={name}
      label={app ? 'Código do aplicativo' : 'Código de recuperação'}
      hint={
        app
          ? `Os 6 números que aparecem agora no aplicativo, ou um código de recuperação${passkeys ? '; com a chave de acesso, nenhum dos dois' : ''}.`
          : 'Um dos códigos que você guardou; com a chave de acesso, nenhum.'
      }
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
    />
  );
}
