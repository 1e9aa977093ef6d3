import {
  BadgePercent,
  Briefcase,
  Building2,
  CalendarClock,
  CalendarDays,
  CalendarX2,
  Clapperboard,
  Clock,
  CookingPot,
  CreditCard,
  Film,
  History,
  Image,
  Images,
  Info,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestionMark,
  Newspaper,
  Phone,
  Receipt,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  ShoppingBag,
  ShoppingBasket,
  ShoppingCart,
  Store,
  Tags,
  Ticket,
  Trash2,
  UserRoundCog,
  UserSearch,
  Users,
  Video,
  Webhook,
} from 'lucide-react';

import { useMemo } from 'react';
import { AUDIT, BIN, DASHBOARD, OFFICE, PICTURES, PROFILE } from '../contract/addresses.ts';
import type { Area, Need } from '../contract/needs.ts';
import { type IconName, offices } from '../features/resources.ts';
import { useMay } from '../ui/office/may.ts';

/** Icons that resources name. */
const ICONS: Record<IconName, LucideIcon> = {
  BadgePercent,
  Briefcase,
  Building2,
  CalendarClock,
  CalendarX2,
  CalendarDays,
  Clapperboard,
  Clock,
  CookingPot,
  CreditCard,
  Film,
  Image,
  Info,
  KeyRound,
  ListChecks,
  MessageCircleQuestionMark,
  Newspaper,
  Phone,
  Receipt,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  ShoppingBag,
  ShoppingBasket,
  ShoppingCart,
  Store,
  Tags,
  Ticket,
  UserRoundCog,
  UserSearch,
  Users,
  Video,
  Webhook,
};

export interface MenuItem {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Path of this entry and of the pages below it. */
  within: string;
  /** Permission that the entry needs; absent if all users see it. */
  needs?: Need;
}

export interface MenuGroup {
  /** Absent for links without a group. */
  label?: string;
  items: readonly MenuItem[];
}

const groups = new Set(offices.map(({ office }) => office.menu.group));

/** Menu of the sidebar. */
export const menu: readonly MenuGroup[] = [
  {
    items: [
      { label: 'Dashboard', to: DASHBOARD, icon: LayoutDashboard, within: DASHBOARD },
      { label: 'Imagens', to: PICTURES, icon: Images, within: PICTURES, needs: 'pictures.read' },
    ],
  },
  ...Array.from(groups, (label) => ({
    label,
    items: offices
      .filter(({ office }) => office.menu.group === label)
      .map(({ office, at, area }) => {
        const within = `${OFFICE}/${office.address}`;
        const icon = ICONS[office.menu.icon as IconName];
        const needs = `${area as Area}.read` as const;
        return { label: office.menu.label, to: at.list ?? within, icon, within, needs };
      }),
  })),
  {
    label: 'O que foi',
    items: [
      { label: 'Quem fez o quê', to: AUDIT, icon: History, within: AUDIT, needs: 'history.read' },
      { label: 'Lixeira', to: BIN, icon: Trash2, within: BIN },
    ],
  },
];

/** Returns the part of the menu that the user may see. */
export function useMenu(): readonly MenuGroup[] {
  const { may } = useMay();
  return useMemo(
    () =>
      menu
        .map(({ items, ...group }) => ({ ...group, items: items.filter(({ needs }) => may(needs)) }))
        .filter(({ items }) => items.length > 0),
    [may],
  );
}

export function isCurrent({ within }: MenuItem, pathname: string): boolean {
  // The user's own profile is below the users' path, but is not part of that screen.
  return pathname !== PROFILE && (pathname === within || pathname.startsWith(`${within}/`));
}
