import { fold } from '../src/shared/text/fold.ts';

// Job applications as a hypermarket chain receives them: names, addresses and vacancies with realistic
// frequencies. The same seed gives the same applications.

const FIRST = words(
  `Maria:117 José:58 Ana:31 João:30 Antônio:26 Francisco:18 Carlos:15 Paulo:14 Pedro:12 Lucas:11 Luiz:11 Marcos:11
  Luís:9 Gabriel:9 Rafael:8 Francisca:7 Daniel:7 Marcelo:7 Bruno:7 Eduardo:6 Felipe:6 Antônia:6 Raimundo:6 Rodrigo:6
  Adriana:6 Juliana:6 Márcia:6 Fernanda:5 Patrícia:5 Aline:5 Sandra:5 Camila:5 Amanda:5 Bruna:5 Jéssica:5 Letícia:5
  Júlia:5 Luciana:5 Vanessa:4 Mariana:4 Gabriela:4 Vera:4 Vitória:4 Larissa:4 Cláudia:4 Beatriz:4 Rita:3 Luana:3
  Sônia:3 Renata:3 Eliane:3 Josefa:3 Simone:3 Natália:3 Cristiane:3 Carla:3 Débora:3 Rosângela:3 Jaqueline:3 Rosa:3
  Daniela:3 Aparecida:2 Marlene:2 Terezinha:2 Raimunda:2 Andréia:2 Fabiana:2 Lúcia:2 Raquel:2 Ângela:2 Rafaela:2
  Joana:2 Luzia:2 Edson:4 Thiago:4 Fábio:4 Leonardo:4 Gustavo:4 Matheus:4 Anderson:4 Diego:3 Alex:3 Ricardo:4 Sérgio:3
  Cícero:3 Wellington:2 Everton:2 Zilda:1 Zuleide:1 Úrsula:1 Iracema:1 Ubirajara:1 Wanderley:1 Quitéria:1`,
);
const LAST = words(
  `Silva:100 Santos:66 Oliveira:47 Souza:45 Rodrigues:25 Ferreira:24 Alves:22 Pereira:22 Lima:21 Gomes:18 Costa:18
  Ribeiro:17 Martins:14 Carvalho:14 Almeida:14 Lopes:13 Soares:12 Fernandes:12 Vieira:12 Barbosa:12 Rocha:11 Dias:10
  Nascimento:10 Andrade:9 Moreira:9 Nunes:8 Marques:8 Machado:7 Mendes:7 Freitas:7 Cardoso:7 Ramos:7 Gonçalves:7
  Santana:6 Teixeira:6 Araújo:10 Cavalcante:5 Bezerra:5 Holanda:3 Sampaio:3 Alencar:3 Távora:1 Pinheiro:4 Queiroz:3
  Figueiredo:3 Guimarães:3 Brandão:2 Peixoto:2 Vasconcelos:2 Albuquerque:2 Monte:1 Xavier:2 Yamamoto:1 Zanetti:1`,
);
export const VACANCIES = words(
  `Operador(a) de caixa:22 Repositor(a):16 Atendente de padaria:9 Açougueiro(a):6 Empacotador(a):8 Fiscal de loja:5
  Auxiliar de limpeza:7 Jovem aprendiz:6 Estágio em marketing:2 Auxiliar administrativo:4 Conferente:3 Padeiro(a):3
  Confeiteiro(a):2 Operador(a) de empilhadeira:2 Motorista:2 Atendente de frios:3 Encarregado(a) de hortifrúti:1
  Técnico(a) de manutenção:1 Lanterninha do cinema:1 Farmacêutico(a):1 Nutricionista:1 qualquer vaga:3 Gerente:1`,
);
const HOSTS = words('gmail.example:62 hotmail.example:18 outlook.example:11 yahoo.example:6 uol.example:3');
const AREAS = words('85:55 88:20 11:6 21:4 83:4 84:4 86:4 98:3');

function words(text: string): { word: string; until: number }[] {
  let until = 0;
  return text
    .trim()
    .split(/(?<=:\d+)\s+/)
    .map((entry) => {
      const [word = '', weight] = entry.split(':');
      until += Number(weight);
      return { word, until };
    });
}

/** Returns a pseudo-random generator of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Yields `count` applications in chronological order over two years. The caller adds `uuid` and `file_id`.
 */
export function* generateApplications(count: number, seed = 1) {
  const random = seededRandom(seed);
  const pick = (choices: { word: string; until: number }[]) => {
    const at = random() * (choices.at(-1)?.until ?? 0);
    return choices.find(({ until }) => at < until)?.word ?? '';
  };
  const start = Date.parse('2025-01-01T03:00:00Z');
  for (let index = 0; index < count; index += 1) {
    const first = random() < 0.3 ? `${pick(FIRST)} ${pick(FIRST)}` : pick(FIRST);
    const last = random() < 0.7 ? `${pick(LAST)} ${pick(LAST)}` : pick(LAST);
    const name = `${first} ${random() < 0.2 ? 'da ' : ''}${last}`;
    const email = `${fold(name).replaceAll(' ', '.')}${Math.floor(random() * 1000)}@${pick(HOSTS)}`;
    const phone = `${pick(AREAS)}9${String(Math.floor(random() * 1e8)).padStart(8, '0')}`;
    const vacancy = pick(VACANCIES);
    const at = new Date(start + (index / count) * 63_072_000_000).toISOString();
    yield {
      created_at: at,
      updated_at: at,
      name,
      email,
      phone,
      vacancy,
      talent_pool: random() < 0.4 ? 1 : 0,
      search: fold(`${name} ${email} ${phone} ${vacancy}`),
      name_key: fold(name),
      vacancy_key: fold(vacancy),
    };
  }
}
