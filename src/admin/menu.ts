import { Image, LayoutDashboard, type LucideIcon } from 'lucide-react';

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

const groups: readonly MenuGroup[] = [
  { items: [{ label: 'Dashboard', to: '/admin/dashboard', icon: LayoutDashboard }] },
  {
    label: 'Capa',
    items: [{ label: 'Banners', to: '/admin/banners/index', icon: Image, within: '/admin/banners' }],
  },
  { label: 'Supermercado', items: [] },
  { label: 'Informações', items: [] },
  { label: 'Sobre', items: [] },
  { label: 'Trabalho', items: [] },
  { label: 'Para cliente', items: [] },
  { label: 'Estabelecimentos', items: [] },
  { label: 'Cinema', items: [] },
];

/** What the sidebar shows: groups that have a screen. */
export const menu = groups.filter(({ items }) => items.length > 0);

export function isCurrent({ to, within = to }: MenuItem, pathname: string): boolean {
  return pathname === within || pathname.startsWith(`${within}/`);
}
