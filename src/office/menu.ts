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
  type IconNode,
  Image,
  Images,
  Info,
  KeyRound,
  LayoutDashboard,
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
  Trash2,
  UserRoundCog,
  UserSearch,
  Users,
  Video,
  Webhook,
} from 'lucide';

import { useMemo } from 'react';
// Both register the screens of the menu.
import '../accounts/teamScreens.ts';
import '../content/resources.ts';
import type { teamScreens } from '../accounts/teamScreens.ts';
import type { ResourceIcon } from '../content/resources.ts';
import { staffScreens } from '../records/define/resources.ts';
import { usePermissions } from '../records/office/usePermissions.ts';
import { AUDIT, BACK_OFFICE, DASHBOARD, PICTURES, PROFILE, TRASH } from '../shared/addresses.ts';
import type { Need } from '../shared/permissions.ts';

type ScreenIcon = ResourceIcon | (typeof teamScreens)[number]['office']['menu']['icon'];

const ICONS: Record<ScreenIcon, IconNode> = {
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
  icon: IconNode;
  /** Path of this entry and of the pages below it. */
  pathPrefix: string;
  /** Permission that the entry needs; absent if all users see it. */
  needs?: Need;
}

export interface MenuGroup {
  /** Absent for links without a group. */
  label?: string;
  items: readonly MenuItem[];
}

const screens = staffScreens();
const groups = new Set(screens.map(({ office }) => office.menu.group));

/** Menu of the sidebar. */
export const menu: readonly MenuGroup[] = [
  {
    items: [
      { label: 'Dashboard', to: DASHBOARD, icon: LayoutDashboard, pathPrefix: DASHBOARD },
      { label: 'Imagens', to: PICTURES, icon: Images, pathPrefix: PICTURES, needs: 'pictures.read' },
    ],
  },
  ...Array.from(groups, (label) => ({
    label,
    items: screens
      .filter(({ office }) => office.menu.group === label)
      .map(({ office, at, area }) => {
        const pathPrefix = `${BACK_OFFICE}/${office.address}`;
        const icon = ICONS[office.menu.icon as ScreenIcon];
        const needs = `${area}.read` as const;
        return { label: office.menu.label, to: at.list ?? pathPrefix, icon, pathPrefix, needs };
      }),
  })),
  {
    label: 'O que foi',
    items: [
      { label: 'Quem fez o quê', to: AUDIT, icon: History, pathPrefix: AUDIT, needs: 'history.read' },
      { label: 'Lixeira', to: TRASH, icon: Trash2, pathPrefix: TRASH },
    ],
  },
];

/** Returns the part of the menu that the user may see. */
export function useMenu(): readonly MenuGroup[] {
  const { has } = usePermissions();
  return useMemo(
    () =>
      menu
        .map(({ items, ...group }) => ({ ...group, items: items.filter(({ needs }) => has(needs)) }))
        .filter(({ items }) => items.length > 0),
    [has],
  );
}

export function isCurrent({ pathPrefix }: MenuItem, pathname: string): boolean {
  // The user's own profile is below the users' path, but is not part of that screen.
  return pathname !== PROFILE && (pathname === pathPrefix || pathname.startsWith(`${pathPrefix}/`));
}
