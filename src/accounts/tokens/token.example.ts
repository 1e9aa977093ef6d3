import { listAboutPages } from '../../content/aboutPages/aboutPage.contract.ts';
import { listBanners } from '../../content/banners/banner.contract.ts';
import { listBranches } from '../../content/branches/branch.contract.ts';
import { getInformation } from '../../content/company/company.contract.ts';
import { listDailyBooklets, storeDailyBooklet } from '../../content/dailyOffers/dailyBooklet.contract.ts';
import { listMovies } from '../../content/movies/movie.contract.ts';
import { listOffers } from '../../content/offers/offer.contract.ts';
import { listPhoneServiceHours } from '../../content/phoneServiceHours/phoneServiceHours.contract.ts';
import { listPhones } from '../../content/phones/phone.contract.ts';
import { listQuestions } from '../../content/questions/question.contract.ts';
import { listRecipes } from '../../content/recipes/recipe.contract.ts';
import { listScreenings } from '../../content/screenings/screening.contract.ts';
import { listShops } from '../../content/shops/shop.contract.ts';
import { listSpecialDays } from '../../content/specialDays/specialDay.contract.ts';
import { listTicketOfficeItems } from '../../content/ticketOffice/ticketOfficeItem.contract.ts';
import { listVacancies } from '../../content/vacancies/vacancy.contract.ts';
import { getVideo } from '../../content/videos/video.contract.ts';
import type { Deps } from '../../platform/deps.ts';
import { addDays } from '../../shared/dates.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import type { Area, Permission } from '../../shared/permissions.ts';
import { listPictures } from '../../shared/pictures.ts';
import { tokenAreas } from '../users/rolePermissions.ts';
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
