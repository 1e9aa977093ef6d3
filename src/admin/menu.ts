import {
  Briefcase,
  Building2,
  CalendarDays,
  Clapperboard,
  Clock,
  CookingPot,
  CreditCard,
  Film,
  History,
  Image,
  Images,
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
  Trash2,
  UserSearch,
  Users,
  Video,
} from 'lucide-react';

import { AUDIT, BIN, DASHBOARD, OFFICE, PICTURES } from '../contract/addresses.ts';
import { type IconName, offices } from '../features/resources.ts';

/** What the resources name. */
const ICONS: Record<IconName, LucideIcon> = {
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
  ListChecks,
  Newspaper,
  Phone,
  Receipt,
  ShoppingBag,
  ShoppingBasket,
  ShoppingCart,
  Store,
  Tags,
  Ticket,
  UserSearch,
  Users,
  Video,
};

export interface MenuItem {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Addresses that belong to it: this one and those under it. */
  within: string;
}

export interface MenuGroup {
  /** Absent for links that stand by themselves. */
  label?: string;
  items: readonly MenuItem[];
}

const groups = new Set(offices.map(({ office }) => office.menu.group));

/** What the sidebar shows. */
export const menu: readonly MenuGroup[] = [
  {
    items: [
      { label: 'Dashboard', to: DASHBOARD, icon: LayoutDashboard, within: DASHBOARD },
      { label: 'Imagens', to: PICTURES, icon: Images, within: PICTURES },
    ],
  },
  ...Array.from(groups, (label) => ({
    label,
    items: offices
      .filter(({ office }) => office.menu.group === label)
      .map(({ office, at }) => {
        const within = `${OFFICE}/${office.address}`;
        const icon = ICONS[office.menu.icon as IconName];
        return { label: office.menu.label, to: at.list ?? within, icon, within };
      }),
  })),
  {
    label: 'O que foi',
    items: [
      { label: 'Quem fez o quê', to: AUDIT, icon: History, within: AUDIT },
      { label: 'Lixeira', to: BIN, icon: Trash2, within: BIN },
    ],
  },
];

export function isCurrent({ within }: MenuItem, pathname: string): boolean {
  return pathname === within || pathname.startsWith(`${within}/`);
}
