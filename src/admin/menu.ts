import {
  Briefcase,
  Building2,
  CalendarDays,
  Clapperboard,
  Clock,
  CookingPot,
  CreditCard,
  Film,
  Image,
  Info,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Newspaper,
  Phone,
  Receipt,
  ShoppingBag,
  ShoppingBasket,
  ShoppingCart,
  Store,
  Tags,
  Ticket,
  Users,
  Video,
} from 'lucide-react';

export interface MenuItem {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Addresses that belong to it; without it, those under `to`. */
  within?: string;
}

export interface MenuGroup {
  /** Absent for links that stand by themselves. */
  label?: string;
  items: readonly MenuItem[];
}

/** A resource with a list: its whole address belongs to it. */
const listed = (label: string, path: string, icon: LucideIcon): MenuItem => ({
  label,
  to: `${path}/index`,
  icon,
  within: path,
});

/** What the sidebar shows. */
export const menu: readonly MenuGroup[] = [
  { items: [{ label: 'Dashboard', to: '/admin/dashboard', icon: LayoutDashboard }] },
  {
    label: 'Capa',
    items: [{ label: 'Vídeo', to: '/admin/video', icon: Video }, listed('Banners', '/admin/banners', Image)],
  },
  {
    label: 'Supermercado',
    items: [
      listed('Ofertas do dia', '/admin/booklets/of-the-day', CalendarDays),
      { label: 'Encarte quinzenal', to: '/admin/booklets/fortnightly', icon: Newspaper },
    ],
  },
  {
    label: 'Informações',
    items: [
      { label: 'Empresa', to: '/admin/information', icon: Building2 },
      listed('Telefones', '/admin/phones', Phone),
      listed('Horários', '/admin/office-hours', Clock),
    ],
  },
  {
    label: 'Sobre',
    items: [
      listed('Sobre', '/admin/abouts', Info),
      { label: 'Hipermercado', to: '/admin/about-hypermarkets', icon: ShoppingCart },
      { label: 'Shopping', to: '/admin/about-shoppings', icon: ShoppingBag },
      { label: 'Cinema', to: '/admin/about-movie-theaters', icon: Clapperboard },
      { label: 'Cartão', to: '/admin/about-credit-cards', icon: CreditCard },
      listed('Itens do sobre', '/admin/about-items', ListChecks),
    ],
  },
  {
    label: 'Trabalho',
    items: [
      listed('Vagas', '/admin/vacancies', Briefcase),
      listed('Candidaturas', '/admin/work-with-us', Users),
    ],
  },
  {
    label: 'Para cliente',
    items: [
      listed('Categorias de receitas', '/admin/revenue-categories', Tags),
      listed('Dicas e receitas', '/admin/revenues', CookingPot),
    ],
  },
  {
    label: 'Estabelecimentos',
    items: [listed('Filiais', '/admin/branches', Store), listed('Lojas', '/admin/shops', ShoppingBasket)],
  },
  {
    label: 'Cinema',
    items: [
      { label: 'Bilheteria', to: '/admin/ticket-offices', icon: Ticket },
      listed('Itens da bilheteria', '/admin/ticket-office-items', Receipt),
      listed('Filmes', '/admin/movies', Film),
    ],
  },
];

export function isCurrent({ to, within = to }: MenuItem, pathname: string): boolean {
  return pathname === within || pathname.startsWith(`${within}/`);
}
