import { LEGAL_BASES } from '../../accounts/personalData/legalBases.ts';
import { plural } from '../../shared/text/plural.ts';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { useSite } from '../useSite.ts';
import sheet from './PrivacyPage.css?inline';

export { sheet };

export function head(): PageMeta {
  return {
    title: 'Privacidade',
    description: 'Que dados o site guarda, para quê, por quanto tempo e com quem falar sobre eles.',
    path: '/privacy',
  };
}

export default function PrivacyPage() {
  const { information, settings } = useSite();
  const months = settings?.retention_months;
  const contact = information ? (
    <a href={`mailto:${information.email}`}>{information.email}</a>
  ) : (
    <a href="/contacts">nossa página de contato</a>
  );
  return (
    <>
      <PageHead
        art="privacidade"
        title="Privacidade"
        text="O que guardamos, por quê, por quanto tempo e com quem falar."
      />
      <div className="wrap sec prose">
        <section>
          <h2 className="d3">Só de visitar, nada fica com a gente</h2>
          <p>
            Este site não usa cookies de propaganda, não segue você por outros sites e não cria perfil de quem
            visita. A loja que você escolheu, o que você marca numa lista de ingredientes, a{' '}
            <a href="/list">lista de compras</a>, as últimas páginas que você leu, para abrirem sem internet,
            e o aviso de vagas que você fechou ficam só no seu aparelho. Onde você está, quando o navegador
            diz, também não sai dele: serve para achar a loja mais perto.
          </p>
          <p>
            A lista de compras nunca passa pelo nosso servidor. Quando você a manda para alguém, ela vai
            inteira dentro do link, na parte do endereço que o navegador não envia ao site: quem tem o link lê
            a lista.
          </p>
          <p>
            Contamos quantas vezes cada página foi lida e quais buscas não acharam nada, sem saber por quem:
            nenhum cookie, endereço ou número seu fica guardado. Se o seu navegador pede para não ser contado,
            não contamos.
          </p>
          <p>
            Para manter o site de pé e seguro, o servidor anota por pouco tempo o endereço de rede de quem faz
            pedidos demais em seguida. A base legal é o legítimo interesse ({LEGAL_BASES.interest}).
          </p>
        </section>
        <section>
          <h2 className="d3">Quando você se candidata a uma vaga</h2>
          <ul>
            <li>
              <b>O que guardamos:</b> nome, <span className="nowrap">e-mail</span>, telefone, a vaga escolhida
              e o currículo em PDF.
            </li>
            <li>
              <b>Para quê:</b> só para a seleção. A base legal é o seu pedido, antes de um contrato (
              {LEGAL_BASES.contract}); para o banco de talentos, o seu consentimento ({LEGAL_BASES.consent}),
              que você pode retirar quando quiser.
            </li>
            <li>
              <b>Por quanto tempo:</b>{' '}
              {months ? `${plural(months, 'mês', 'meses')} a partir do envio.` : 'o tempo da seleção.'}{' '}
              Depois, tudo é apagado automaticamente, currículo incluído. Cópias de segurança o têm por mais
              algum tempo, e saem automaticamente.
            </li>
            <li>
              <b>Quem vê:</b> a equipe de recrutamento. Cada abertura de um currículo fica registrada. O site
              não passa esses dados a ninguém.
            </li>
          </ul>
        </section>
        <section>
          <h2 className="d3">Quando você escreve ou liga</h2>
          <p>
            Os links de WhatsApp, telefone, <span className="nowrap">e-mail</span> e mapa abrem outros
            serviços, que têm regras próprias. O que você nos conta por lá usamos só para responder.
          </p>
        </section>
        <section>
          <h2 className="d3">Seus direitos</h2>
          <p>
            Você pode perguntar o que temos sobre você, corrigir, pedir uma cópia, apagar ou retirar um
            consentimento ({LEGAL_BASES.rights}). Escreva para {contact}
            {information && <>, aos cuidados de {information.responsible}</>}. A resposta vem em até 15 dias,
            como manda a lei ({LEGAL_BASES.answer}).
          </p>
          <p>
            Se a resposta não bastar, você pode procurar a Autoridade Nacional de Proteção de Dados, em{' '}
            <a href="https://www.gov.br/anpd" target="_blank" rel="noopener">
              gov.br/anpd
            </a>
            .
          </p>
        </section>
      </div>
    </>
  );
}
