import { officeScreens } from '../../shared/resource.ts';

/**
 * Screens of posters, which are drawn from offers. A poster is not a published record: its files are deleted
 * after a while.
 */
export const posterScreens = officeScreens({
  address: 'leaflets',
  alert: 'o cartaz',
  screens: {
    list: 'content/posters/LeafletList',
    create: 'content/posters/LeafletMaker',
    show: 'content/posters/LeafletPage',
  },
  menu: { group: 'Supermercado', label: 'Cartazes', icon: 'ScrollText' },
});

/**
 * Returns the address of the poster form with these offers, in this order; with everything else as it was
 * chosen for the poster `again`.
 */
export const posterFormAddress = (offers: readonly string[], again?: string | null) =>
  `${posterScreens.at.create}?${new URLSearchParams({ offers: offers.join(','), ...(again && { again }) })}`;
