import { type ReactNode, useEffect, useRef } from 'react';
import { Link, type LinksFunction, Outlet, useLocation } from 'react-router';
import { fontLinks } from '../../../brand/fonts.ts';
import { Logo } from '../../../brand/Logo.tsx';
import { Alerts } from '../../../records/office/alerts.tsx';
import officeCss from '../../../records/office/office.css?url';
import { type Greeting, greetingAt } from './greeting.browser.ts';
import { useSessionCheck } from './signIn.browser.ts';
import '../../twoFactor/office/SecondFactor.css';
import './SignInForm.css';
import './auth.css';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: officeCss }, ...fontLinks];

const welcome: Record<Greeting, string> = {
  'Bom dia': 'Vamos abrir a loja?',
  'Boa tarde': 'Como vai a loja?',
  'Boa noite': 'Vamos fechar o dia?',
};

function Poster() {
  const { pathname } = useLocation();
  const [, page] = pathname.match(/^\/auth\/([^/]+)/) ?? [];
  const greeting = greetingAt(new Date());
  const words: Record<string, [string, string]> = {
    'forgot-it': ['Acontece.', 'A gente resolve.'],
    'verification-code': ['Chegou?', 'Olhe no seu e-mail.'],
    'reset-password': ['Quase lá.', 'Falta a senha nova.'],
  };
  const [first, second] = words[page ?? ''] ?? [`${greeting}.`, welcome[greeting]];
  return (
    <div className="auth-art">
      <div className="auth-sun" />
      <div className="awning" />
      {/* The greeting can change between the server's clock and the browser's. */}
      <p className="d1" suppressHydrationWarning>
        {first} <span suppressHydrationWarning>{second}</span>
      </p>
      <img src="/brand/login.webp" width="760" height="760" alt="" fetchPriority="high" />
    </div>
  );
}

export default function AuthLayout() {
  useSessionCheck();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.querySelector('h1')?.focus();
  }, [pathname]);
  return (
    <main className="auth" ref={main}>
      <Poster />
      <div className="auth-main">
        <Alerts />
        <div className="auth-column">
          <Link to="/" className="auth-logo">
            <Logo width={170} />
            <span className="sr-only">Página inicial do site</span>
          </Link>
          <Outlet />
          <noscript>
            <p className="auth-aside">
              Esta página precisa de JavaScript. Ligue-o no navegador e recarregue.
            </p>
          </noscript>
          <p className="auth-aside">
            <Link className="link" to="/">
              Voltar para o site
            </Link>
          </p>
        </div>
      </div>
    </main>
  );
}

export function AuthHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="auth-heading">
      <h1 className="d2" tabIndex={-1}>
        {title}
      </h1>
      <p className="mut">{children}</p>
    </header>
  );
}

export function BackToLogin({ email }: { email?: string | undefined }) {
  return (
    <Link className="link" to="/auth/login" state={{ email }}>
      Voltar para o login
    </Link>
  );
}
