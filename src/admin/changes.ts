import type { Change } from '../features/dashboard/dashboard.contract.ts';

interface Entity {
  /** With its article: «o banner». */
  label: string;
  /** In the plural: «os banners». */
  many?: string;
  /** Where one of them is opened; a single record has one screen. */
  to: (uuid: string) => string;
}

const edited = (path: string) => (uuid: string) => `/admin/${path}/edit/${uuid}`;

/** What the audit log calls things → what people call them. */
const ENTITIES: Record<string, Entity> = {
  banners: { label: 'o banner', many: 'os banners', to: edited('banners') },
  daily_booklets: { label: 'a oferta do dia', to: edited('booklets/of-the-day') },
  fortnightly_booklets: { label: 'o encarte quinzenal', to: () => '/admin/booklets/fortnightly' },
  company_information: { label: 'os dados da empresa', to: () => '/admin/information' },
  phones: { label: 'o telefone', to: edited('phones') },
  office_hours: { label: 'o horário', to: edited('office-hours') },
  abouts: { label: 'o texto', to: edited('abouts') },
  about_items: { label: 'o item do sobre', many: 'os itens do sobre', to: edited('about-items') },
  vacancies: { label: 'a vaga', to: edited('vacancies') },
  job_applications: { label: 'uma candidatura', to: (uuid) => `/admin/work-with-us/show/${uuid}` },
  recipe_categories: { label: 'a categoria', to: edited('revenue-categories') },
  recipes: { label: 'a receita', to: edited('revenues') },
  branches: { label: 'a filial', many: 'as filiais', to: edited('branches') },
  shops: { label: 'a loja', many: 'as lojas', to: edited('shops') },
  ticket_offices: { label: 'a bilheteria', to: () => '/admin/ticket-offices' },
  ticket_office_items: {
    label: 'o item da bilheteria',
    many: 'os itens da bilheteria',
    to: edited('ticket-office-items'),
  },
  movies: { label: 'o filme', to: edited('movies') },
  videos: { label: 'o vídeo', to: () => '/admin/video' },
};

const VERBS: Record<string, string> = {
  create: 'adicionou',
  update: 'alterou',
  delete: 'excluiu',
  order: 'mudou a ordem d',
};

/** «Lúcia alterou a receita» and what it is called, with the way there while it exists; null for the rest. */
export function changeInWords({ action, entity, uuid, name, exists, user_name }: Change) {
  const known = ENTITIES[entity];
  const verb = VERBS[action];
  if (!known || !verb) return null;
  const who = user_name?.trim().split(/\s+/)[0] ?? 'Alguém';
  const what = action === 'order' ? `${verb}${known.many ?? known.label}` : `${verb} ${known.label}`;
  return {
    text: `${who} ${what}`,
    // A day is called by its date; a single record by what it is.
    name: name && /^\d{4}-\d{2}-\d{2}$/.test(name) ? name.split('-').reverse().join('/') : name,
    to: exists && uuid ? known.to(uuid) : null,
  };
}
