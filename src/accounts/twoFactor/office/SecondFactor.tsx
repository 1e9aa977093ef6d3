import { type IconNode, KeyRound, LifeBuoy, ShieldAlert, Smartphone } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { Section } from '../../../records/office/form/EditPage.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { useLoaded } from '../../../records/office/loadScreen.ts';
import type { ResponseBody } from '../../../shared/endpoint.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { isSessionInvalid } from '../../auth/office/signIn.browser.ts';
import {
  type getSecondFactor,
  type Passkey,
  RECOVERY_CODE_COUNT,
  type SecondFactor,
} from '../twoFactor.contract.ts';
import { type SecondFactorChange, SecondFactorDialog } from './SecondFactorDialog.tsx';

/** Section of the profile that manages the second factors of the user. */
export function SecondFactorSection({
  email,
  answer,
}: {
  email: string;
  answer: Promise<ResponseBody<typeof getSecondFactor>>;
}) {
  const { revalidate } = useRevalidator();
  const { value, failure } = useLoaded(answer);
  const state = value?.data ?? null;
  const [change, setChange] = useState<SecondFactorChange | null>(null);

  const done = async (message: string) => {
    alert.success(message);
    // Other forms of the profile depend on the factors, and the list of sessions has changed.
    await revalidate();
    // Refresh the session, so that the frame learns that no factor is missing any more.
    await isSessionInvalid();
  };
  return (
    <div className="second-factor">
      <Section title="Verificação em duas etapas">
        <p className="mut">
          Com ela a senha sozinha não basta para entrar: é preciso também o seu celular ou uma chave de
          acesso.
        </p>
        {failure ? (
          <div className="second-factor-failed" role="alert">
            <p>{failure.message}</p>
            <Button variant="line" small onClick={() => revalidate()}>
              Tentar de novo
            </Button>
          </div>
        ) : (
          <Factors state={state} onChange={setChange} />
        )}
      </Section>
      {change && (
        <SecondFactorDialog
          change={change}
          email={email}
          factors={{ app: Boolean(state?.app_since), passkeys: Boolean(state?.passkeys.length) }}
          onDone={done}
          onClose={() => setChange(null)}
        />
      )}
    </div>
  );
}

/** Lists the factors. Before they are loaded it takes the same space, without actions. */
function Factors({
  state,
  onChange,
}: {
  state: SecondFactor | null;
  onChange: (change: SecondFactorChange) => void;
}) {
  const isOn = Boolean(state?.app_since || state?.passkeys.length);
  const isLoading = state === null;
  return (
    <>
      {state?.required && !isOn && (
        <p className="second-factor-required" role="status">
          <Icon of={ShieldAlert} />
          <span>
            O seu papel pede a verificação em duas etapas. Ligue uma das formas abaixo para continuar.
          </span>
        </p>
      )}
      <ul className="ways" aria-busy={isLoading || undefined}>
        <Factor
          icon={Smartphone}
          title="Aplicativo autenticador"
          text={
            state?.app_since
              ? `Ligado em ${formatInstant(state.app_since)}. Ao entrar, você digita o código que ele mostra.`
              : 'Um aplicativo no celular mostra um código novo a cada 30 segundos. Ao entrar, você o digita.'
          }
          button={
            <Button
              variant={state?.app_since ? 'line' : 'ink'}
              small
              unavailable={isLoading}
              onClick={() => onChange({ kind: state?.app_since ? 'app_off' : 'app' })}
            >
              {state?.app_since ? 'Desligar aplicativo' : 'Ligar aplicativo'}
            </Button>
          }
        />
        <Factor
          icon={KeyRound}
          title="Chaves de acesso"
          text="A digital, o rosto ou o PIN de um aparelho seu, ou uma chave USB. Com ela você entra também sem senha."
          button={
            <Button variant="ink" small unavailable={isLoading} onClick={() => onChange({ kind: 'passkey' })}>
              Criar chave de acesso
            </Button>
          }
        >
          {state && state.passkeys.length > 0 && <Passkeys passkeys={state.passkeys} onChange={onChange} />}
        </Factor>
        {isOn && state && (
          <Factor
            icon={LifeBuoy}
            title="Códigos de recuperação"
            text={`${codesLeftText(state.recovery_codes_left)} Cada um vale uma vez, para o dia em que o celular ou a chave faltar.`}
            button={
              <Button variant="line" small onClick={() => onChange({ kind: 'codes' })}>
                Fazer códigos novos
              </Button>
            }
          />
        )}
      </ul>
    </>
  );
}

function codesLeftText(left: number): string {
  if (left === 0) return 'Não resta nenhum: faça códigos novos.';
  return left === 1 ? `Resta 1 de ${RECOVERY_CODE_COUNT}.` : `Restam ${left} de ${RECOVERY_CODE_COUNT}.`;
}

function Factor({
  icon,
  title,
  text,
  button,
  children,
}: {
  icon: IconNode;
  title: string;
  text: string;
  button: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="way">
      <Icon of={icon} className="way-icon" />
      <div className="way-words">
        <h3>{title}</h3>
        <p>{text}</p>
        {children}
      </div>
      {button}
    </li>
  );
}

function Passkeys({
  passkeys,
  onChange,
}: {
  passkeys: Passkey[];
  onChange: (change: SecondFactorChange) => void;
}) {
  return (
    <ul className="passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey.uuid}>
          <p>
            <b>{passkey.name}</b>
            <span>
              Criada em {formatInstant(passkey.created_at)}.{' '}
              {passkey.last_used_at
                ? `Usada em ${formatInstant(passkey.last_used_at)}.`
                : 'Ainda não foi usada.'}
            </span>
          </p>
          <button
            type="button"
            className="link"
            aria-label={`Tirar a chave ${passkey.name}`}
            onClick={() => onChange({ kind: 'passkey_off', passkey })}
          >
            Tirar
          </button>
        </li>
      ))}
    </ul>
  );
}
