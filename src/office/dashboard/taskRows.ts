import { tokens } from '../../accounts/tokens/token.screens.ts';
import { roles } from '../../accounts/users/users.office.ts';
import { aboutPageScreens } from '../../content/aboutPages/aboutPage.resource.ts';
import { applications } from '../../content/applications/application.resource.ts';
import { banners } from '../../content/banners/banner.resource.ts';
import { fortnightlyBooklets } from '../../content/booklets/fortnightlyBooklet.resource.ts';
import { branches } from '../../content/branches/branch.resource.ts';
import { company } from '../../content/company/company.resource.ts';
import { dailyBooklets } from '../../content/dailyOffers/dailyBooklet.resource.ts';
import { movies } from '../../content/movies/movie.resource.ts';
import { offers } from '../../content/offers/offer.resource.ts';
import { OFFER_TASKS, type OfferTask } from '../../content/offers/offerTasks.ts';
import { recipeCategories } from '../../content/recipes/recipeCategory.resource.ts';
import { holidayKindText } from '../../content/specialDays/holidayKind.ts';
import { weekdayHeading } from '../../content/specialDays/placeSpecialDays.ts';
import { PROPOSALS, specialDays } from '../../content/specialDays/specialDay.resource.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { countText } from '../../records/office/list/ListFilters.tsx';
import { recordPath } from '../../shared/resource.ts';
import { formatDate, formatDayMonth, inSentence } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { toLocalTime } from '../../shared/text/zonedTime.ts';
import { type DashboardData, MAX_COUNTED } from './dashboard.contract.ts';

/** Action that a row offers directly; `quickAction.ts` runs it. */
export type TaskAction =
  | { kind: 'repeat_offers'; label: string }
  | { kind: 'end_movie'; label: string; uuid: string; version: number }
  | {
      kind: 'publish';
      label: string;
      table: string;
      uuid: string;
      change: number | null;
      version: number;
    };

export interface TaskRow {
  key: string;
  /** Area of the task. Users with write access to it see the row. */
  area: string;
  /** True if users with read access see the row too. */
  forReaders?: true;
  title: string;
  text: string;
  /** True if something is wrong on the site now rather than soon. */
  urgent?: true;
  action?: { label: string; to: string };
  quickAction?: TaskAction;
}

type Waiting = DashboardData['waiting'];

/**
 * Returns the tasks of staff in words: problems of today, problems of tomorrow, and reminders. `live` is the
 * published state of the site.
 */
export function taskRows(
  waiting: Waiting,
  live: Pick<DashboardData['live'], 'banners' | 'leaflets' | 'booklet_until'>,
): TaskRow[] {
  return [
    ...refusedRows(waiting),
    ...offerRows(waiting, live.leaflets),
    ...bookletRows(waiting, live.booklet_until),
    ...(live.banners === 0 ? [NO_BANNER] : []),
    ...applicationRows(waiting),
    ...missingRows(waiting),
    ...offerTaskRows(waiting),
    ...textRows(waiting),
    ...sameNameRows(waiting),
    ...holidayRows(waiting),
    ...movieRows(waiting),
    ...draftRows(waiting),
  ];
}

const NO_BANNER: TaskRow = {
  key: 'cover',
  area: banners.area,
  title: 'A capa está sem banner',
  text: 'Quem abre o site vê a imagem padrão.',
  urgent: true,
  action: { label: 'Adicionar', to: banners.at.create },
};

const dayOf = (instant: string) => formatDayMonth(toLocalTime(instant).slice(0, 10));

/** Returns «Receita: Bolo de fubá», or only the kind of a record without a name. */
function called(table: string, title: string | null): string {
  const noun = (resourceOf(table)?.one ?? 'o registro').replace(/^\S+ /, '');
  const name = noun.charAt(0).toUpperCase() + noun.slice(1);
  return title ? `${name}: ${title}` : name;
}

function refusedRows({ refused }: Waiting): TaskRow[] {
  return refused.map(({ table, uuid, title, change, version, at, reason }) => ({
    key: `refused ${table} ${uuid}`,
    area: resourceOf(table)?.area ?? '',
    title: called(table, title),
    text: `Não entrou no site em ${dayOf(at)}${reason ? `: ${reason}` : '.'}`,
    urgent: true,
    action: openAt(table, uuid),
    quickAction: { kind: 'publish', label: 'Publicar', table, uuid, change, version },
  }));
}

function openAt(table: string, uuid: string): { label: string; to: string } | undefined {
  const known = resourceOf(table);
  const to = known && recordPath(known, { uuid });
  return to ? { label: 'Abrir', to } : undefined;
}

function offerRows({ leaflets_of_tomorrow }: Waiting, leaflets: number): TaskRow[] {
  if (leaflets_of_tomorrow > 0) return [];
  const action = { label: 'Montar o dia', to: dailyBooklets.at.compose };
  if (leaflets === 0)
    return [
      {
        key: 'tomorrow',
        area: dailyBooklets.area,
        title: 'Amanhã está sem ofertas',
        text: 'Hoje também não há.',
        action,
      },
    ];
  const quickAction = { kind: 'repeat_offers', label: 'Repetir as de hoje' } as const;
  return [
    {
      key: 'tomorrow',
      area: dailyBooklets.area,
      title: 'Amanhã está sem ofertas',
      text: 'As de hoje saem do site à meia-noite.',
      action,
      quickAction,
    },
  ];
}

function bookletRows({ booklet }: Waiting, until: string | null): TaskRow[] {
  if (booklet === 'current') return [];
  const title = {
    missing: 'As ofertas quinzenais estão sem encarte',
    over: 'O encarte das ofertas quinzenais venceu',
    ends_soon: `O encarte das ofertas quinzenais vale até ${until ? formatDayMonth(until) : 'daqui a pouco'}`,
  }[booklet];
  const text =
    booklet === 'ends_soon'
      ? 'O próximo ainda não foi enviado.'
      : 'Os links do menu e do rodapé levam a ele.';
  return [
    {
      key: 'booklet',
      area: fortnightlyBooklets.area,
      title,
      text,
      ...(booklet !== 'ends_soon' && { urgent: true }),
      action: { label: 'Enviar', to: fortnightlyBooklets.at.single },
    },
  ];
}

function applicationRows({ applications: { count, newest } }: Waiting): TaskRow[] {
  if (!newest) return [];
  const remaining = count - 1;
  if (remaining > 0)
    return [
      {
        key: 'applications',
        area: applications.area,
        title: `${newest.name} e mais ${remaining}`,
        text: 'Candidaturas dos últimos 7 dias',
        action: { label: 'Ver lista', to: applications.at.list },
      },
    ];
  return [
    {
      key: 'applications',
      area: applications.area,
      title: newest.name,
      text: `Candidatura para ${newest.vacancy}, nos últimos 7 dias`,
      action: { label: 'Abrir', to: applications.at.show(newest) },
    },
  ];
}

function missingRows({ company: hasCompany, abouts, branches_without_photo }: Waiting): TaskRow[] {
  const rows: TaskRow[] = [];
  if (!hasCompany)
    rows.push({
      key: 'company',
      area: company.area,
      title: 'Faltam os dados da empresa',
      text: 'O rodapé e a página de contato ficam sem endereço.',
      action: { label: 'Preencher', to: company.at.single },
    });
  for (const type of abouts) {
    const page = aboutPageScreens[type as keyof typeof aboutPageScreens];
    if (page)
      rows.push({
        key: `about ${type}`,
        area: 'abouts',
        title: `Falta o texto do ${page.office.menu.label.toLowerCase()}`,
        text: 'A página dele fica vazia no site.',
        action: { label: 'Escrever', to: page.at.single },
      });
  }
  for (const { uuid, title } of branches_without_photo)
    rows.push({
      key: `branch ${uuid}`,
      area: branches.area,
      title,
      text: 'Filial sem foto',
      action: { label: 'Pôr foto', to: branches.at.edit({ uuid }) },
    });
  return rows;
}

interface OfferTaskWords {
  one: string;
  many: string;
  text: string;
}

const OFFER_TASK_WORDS: Record<OfferTask, OfferTaskWords> = {
  ending_today: {
    one: 'oferta termina hoje',
    many: 'ofertas terminam hoje',
    text: 'No site até a meia-noite. Para continuar, mude o último dia.',
  },
  without_photo: {
    one: 'oferta sem foto',
    many: 'ofertas sem foto',
    text: 'No lugar da foto, o site mostra só o nome do departamento.',
  },
  without_unit_price: {
    one: 'oferta sem preço por quilo, litro ou unidade',
    many: 'ofertas sem preço por quilo, litro ou unidade',
    text: 'O nome diz o tamanho, mas a venda está por peça. Informe o tamanho na oferta.',
  },
};

function offerTaskRows({ offers: counts }: Waiting): TaskRow[] {
  return (Object.keys(OFFER_TASK_WORDS) as OfferTask[]).flatMap((task) => {
    const count = counts[task];
    const { one, many, text } = OFFER_TASK_WORDS[task];
    if (count === 0) return [];
    return {
      key: `offers ${task}`,
      area: offers.area,
      forReaders: true as const,
      title: count === 1 ? `1 ${one}` : `${countText(count)} ${many}`,
      text,
      action: { label: 'Ver lista', to: `${offers.at.list}?${new URLSearchParams(OFFER_TASKS[task])}` },
    };
  });
}

function textRows({ leaflets_without_text: count }: Waiting): TaskRow[] {
  if (count === 0) return [];
  const many =
    count >= MAX_COUNTED ? `Mais de ${MAX_COUNTED - 1} imagens` : plural(count, 'imagem', 'imagens');
  return [
    {
      key: 'leaflet texts',
      area: dailyBooklets.area,
      title: `${many} das ofertas do dia sem texto`,
      text: 'De hoje em diante: quem não vê a imagem não lê os preços.',
      action: { label: 'Ver lista', to: `${dailyBooklets.at.list}?text=missing` },
    },
  ];
}

const NAMED = {
  recipe_categories: { title: 'Categorias com o mesmo nome', resource: recipeCategories },
  roles: { title: 'Papéis com o mesmo nome', resource: roles },
  tokens: { title: 'Tokens com o mesmo nome', resource: tokens },
};

function sameNameRows({ same_names }: Waiting): TaskRow[] {
  return same_names.map(({ table, uuid, names }) => {
    const { title, resource } = NAMED[table];
    return {
      key: `same name ${table} ${uuid}`,
      area: resource.area,
      title,
      text: `${inSentence(names.map((name) => `“${name}”`))}: mude um deles, para que ninguém os confunda.`,
      action: { label: 'Mudar', to: resource.at.edit({ uuid }) },
    };
  });
}

function holidayRows({ holidays }: Waiting): TaskRow[] {
  return holidays.map((holiday) => ({
    key: `holiday ${holiday.date} ${holiday.name}`,
    area: specialDays.area,
    title: `${holiday.name}, ${weekdayHeading(holiday.date).toLowerCase()}`,
    text: holiday.places.includes('all')
      ? `${holidayKindText(holiday)}: quem abre, e até que horas?`
      : `${holidayKindText(holiday)}: falta decidir para ${holiday.places_text}.`,
    action: { label: 'Decidir', to: `${specialDays.at.list}#${PROPOSALS}` },
  }));
}

function movieRows({ long_running_movies }: Waiting): TaskRow[] {
  return long_running_movies.map(({ uuid, title, version, since }) => ({
    key: `movie ${uuid}`,
    area: movies.area,
    title,
    text: `Em cartaz desde ${formatDate(since)}. Ainda está passando?`,
    action: { label: 'Abrir', to: movies.at.edit({ uuid }) },
    quickAction: { kind: 'end_movie', label: 'Encerrar o filme', uuid, version },
  }));
}

function draftRows({ drafts, refused }: Waiting): TaskRow[] {
  const refusedIds = new Set(refused.map(({ change }) => change));
  return drafts
    .filter(({ change }) => change === null || !refusedIds.has(change))
    .map(({ table, uuid, title, change, version, at, by }) => ({
      key: `draft ${table} ${uuid} ${change}`,
      area: resourceOf(table)?.area ?? '',
      title: called(table, title),
      text: `${change === null ? 'Rascunho' : 'Mudança guardada'}${by ? ` de ${by.split(' ')[0]}` : ''}, desde ${dayOf(at)}`,
      action: openAt(table, uuid),
      quickAction: { kind: 'publish', label: 'Publicar', table, uuid, change, version },
    }));
}
