import type { Endpoint } from '../../contract/endpoint.ts';
import type { Area, Permission } from '../../contract/permissions.ts';
import { listPictures } from '../../contract/pictures.ts';
import type { Deps } from '../../platform/deps.ts';
import { addDays } from '../../ui/addDays.ts';
import { listAboutPages } from '../aboutPages/aboutPage.contract.ts';
import { listBanners } from '../banners/banner.contract.ts';
import { listDailyBooklets, storeDailyBooklet } from '../booklets/booklet.contract.ts';
import { listBranches } from '../branches/branch.contract.ts';
import { getInformation } from '../company/company.contract.ts';
import { listMovies } from '../movies/movie.contract.ts';
import { listOffers } from '../offers/offer.contract.ts';
import { listPhoneServiceHours } from '../phoneServiceHours/phoneServiceHours.contract.ts';
import { listPhones } from '../phones/phone.contract.ts';
import { listQuestions } from '../questions/question.contract.ts';
import { listRecipes } from '../recipes/recipe.contract.ts';
import { listScreenings } from '../screenings/screening.contract.ts';
import { listShops } from '../shops/shop.contract.ts';
import { listSpecialDays } from '../specialDays/specialDay.contract.ts';
import { listTicketOfficeItems } from '../ticketOffice/ticketOfficeItem.contract.ts';
import { tokenAreas } from '../users/rolePermissions.ts';
import { listVacancies } from '../vacancies/vacancy.contract.ts';
import { getVideo } from '../videos/video.contract.ts';
import type { CreatedTokenResponse } from './token.contract.ts';

/** Endpoint for the example command of each area. */
export const EXAMPLE_ENDPOINTS: Partial<Record<Area, Endpoint>> = {
  abouts: listAboutPages,
  banners: listBanners,
  booklets: listDailyBooklets,
  branches: listBranches,
  company: getInformation,
  exceptions: listSpecialDays,
  movies: listMovies,
  offers: listOffers,
  officeHours: listPhoneServiceHours,
  phones: listPhones,
  pictures: listPictures,
  questions: listQuestions,
  recipes: listRecipes,
  screenings: listScreenings,
  shops: listShops,
  ticketOffice: listTicketOfficeItems,
  vacancies: listVacancies,
  videos: getVideo,
};

/** Returns a complete `curl` command that the token permits. It runs on every operating system. */
export function exampleCommandOf(
  { publicUrl, config }: Pick<Deps, 'publicUrl' | 'config'>,
  { token, permissions, today }: { token: string; permissions: readonly Permission[]; today: string },
): CreatedTokenResponse['example'] {
  const addressOf = ({ path }: Endpoint) => publicUrl() + config.API_PREFIX + path;
  const curl = (...parts: string[]) => ['curl', '-H', `"Authorization: Bearer ${token}"`, ...parts].join(' ');
  if (permissions.includes('booklets.publish')) {
    const fields = ['-F', `"start_date=${addDays(today, 1)}"`, '-F', '"photos=@encarte.jpg"'];
    return {
      text: 'Põe uma imagem nas ofertas de amanhã. Abra o terminal na pasta da imagem; ela se chama encarte.jpg.',
      command: curl(...fields, `"${addressOf(storeDailyBooklet)}"`),
    };
  }
  const read = tokenAreas.find(({ area }) => permissions.includes(`${area}.read`));
  const list = read && EXAMPLE_ENDPOINTS[read.area];
  if (!list) throw new Error('A token that reads nothing');
  const query = list.query ? '?per_page=10' : '';
  return {
    text: `Mostra o que há em ${read.label}, no terminal de qualquer computador.`,
    command: curl(`"${addressOf(list)}${query}"`),
  };
}
