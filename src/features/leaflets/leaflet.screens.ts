import { officeScreens } from '../../contract/resource.ts';

/** Where leaflets are made of offers; what is made is no record, but files for a while. */
export const leafletScreens = officeScreens({
  address: 'leaflets',
  alert: 'o encarte',
  screens: { list: 'leaflets/LeafletList', create: 'leaflets/LeafletMaker', show: 'leaflets/LeafletPage' },
  menu: { group: 'Supermercado', label: 'Encartes das ofertas', icon: 'ScrollText' },
});

/** The maker with these offers in it, in this order. */
export const makerWith = (offers: readonly string[]) =>
  `${leafletScreens.at.create}?${new URLSearchParams({ offers: offers.join(',') })}`;
