import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { useSession } from '../../../records/office/session.ts';
import { DASHBOARD, PROFILE } from '../../../shared/addresses.ts';
import { AuthHeading } from './AuthLayout.tsx';
import { SignInForm } from './SignInForm.tsx';
import { destinationOf } from './signIn.browser.ts';

export const meta = screenMeta('Entrar');

export default function LoginPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { user } = useSession();
  const email = (useLocation().state as { email?: string } | null)?.email;
  return (
    <>
      <AuthHeading title="Entrar">
        Área da equipe. Use o <span className="nowrap">e-mail</span> da loja.
      </AuthHeading>
      {user && (
        <p className="auth-known">
          Você já entrou como <b>{user.name}</b>.{' '}
          <Link className="link" to={DASHBOARD}>
            Ir para o Dashboard
          </Link>
        </p>
      )}
      <SignInForm
        email={email}
        onSignedIn={({ must_change_password }) =>
          navigate(
            must_change_password ? PROFILE : destinationOf(search.get('next'), window.location.origin),
            {
              replace: true,
            },
          )
        }
        beside={(typed) => (
          <Link className="link" to="/auth/forgot-it" state={{ email: typed }}>
            Esqueci a senha
          </Link>
        )}
      />
    </>
  );
}
