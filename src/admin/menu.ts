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
  UserSearch,
  Users,
  Video,
} from 'lucide-react';

import { DASHBOARD, OFFICE } from '../contract/addresses.ts';
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
  { items: [{ label: 'Dashboard', to: DASHBOARD, icon: LayoutDashboard, within: DASHBOARD }] },
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
];

export function isCurrent({ within }: MenuItem, pathname: string): boolean {
  return pathname === within || pathname.startsWith(`${within}/`);
}
