import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { useSite } from '../useSite.ts';
import sheet from './AccessibilityPage.css?inline';

export { sheet };

export function head(): PageMeta {
  return {
    title: 'Acessibilidade',
    description: 'O que fazemos para que o site sirva a todo mundo, e como contar o que ainda atrapalha.',
    path: '/accessibility',
  };
}

export default function AccessibilityPage() {
  const { information } = useSite();
  return (
    <>
      <PageHead
        art="acessibilidade"
        title="Acessibilidade"
        text="Loja boa tem rampa na porta. Site também."
      />
      <div className="wrap sec prose">
        <section>
          <h2 className="d3">O que seguimos</h2>
          <p>
            Fazemos este site pelas Diretrizes de Acessibilidade para Conteúdo Web (WCAG) 2.2, nível AA, como
            pede a Lei Brasileira de Inclusão (Lei 13.146/2015, art. 63).
          </p>
        </section>
        <section>
          <h2 className="d3">Como usar do seu jeito</h2>
          <ul>
            <li>
              <b>Só com o teclado:</b> a tecla Tab anda, Enter abre, Esc fecha. O primeiro Tab de cada página
              leva direto ao conteúdo.
            </li>
            <li>
              <b>Com leitor de tela:</b> títulos, listas e imagens têm nome, e o que muda na página é
              anunciado.
            </li>
            <li>
              <b>Letra maior:</b> aumente até 200% pelo navegador. Nada some nem se sobrepõe.
            </li>
            <li>
              <b>Menos movimento:</b> nada se mexe por conta própria. Se o seu aparelho pede menos animação,
              não há nenhuma.
            </li>
            <li>
              <b>Sem JavaScript ou em conexão lenta:</b> as páginas chegam prontas para ler.
            </li>
          </ul>
        </section>
        <section>
          <h2 className="d3">O que ainda atrapalha</h2>
          <p>
            As imagens dos encartes vêm da gráfica, e nem todo preço que está nelas está também em texto. O
            encarte das ofertas quinzenais tem texto que se pode procurar e ouvir. Se precisar de um preço,
            ligue: a gente lê para você.
          </p>
        </section>
        <section>
          <h2 className="d3">Conte para a gente</h2>
          <p>
            Achou uma barreira? Diga a página e o que aconteceu.{' '}
            {information && (
              <>
                Escreva para <a href={`mailto:${information.email}`}>{information.email}</a> ou use{' '}
              </>
            )}
            <a href="/contacts">nossos contatos</a>.
          </p>
        </section>
      </div>
    </>
  );
}
