import { aboutItemRecord } from './aboutPages/aboutItem.contract.ts';
import { aboutPageRecord } from './aboutPages/aboutPage.contract.ts';
import { cardTermRecord } from './aboutPages/cardTerm.contract.ts';
import { bannerRecord } from './banners/banner.contract.ts';
import { branchRecord } from './branches/branch.contract.ts';
import { companyRecord } from './company/company.contract.ts';
import { movieRecord } from './movies/movie.contract.ts';
import { phoneServiceHoursRecord } from './phoneServiceHours/phoneServiceHours.contract.ts';
import { phoneRecord } from './phones/phone.contract.ts';
import { questionRecord } from './questions/question.contract.ts';
import { recipeRecord } from './recipes/recipe.contract.ts';
import { recipeCategoryRecord } from './recipes/recipeCategory.contract.ts';
import { screeningRecord } from './screenings/screening.contract.ts';
import { shopRecord } from './shops/shop.contract.ts';
import { specialDayRecord } from './specialDays/specialDay.contract.ts';
import { ticketOfficeRecord } from './ticketOffice/ticketOffice.contract.ts';
import { ticketOfficeItemRecord } from './ticketOffice/ticketOfficeItem.contract.ts';
import { vacancyRecord } from './vacancies/vacancy.contract.ts';
import { videoRecord } from './videos/video.contract.ts';

/** All records that are defined by their fields. History labels and the data inventory follow from them. */
export const definedRecords = [
  aboutItemRecord,
  aboutPageRecord,
  bannerRecord,
  branchRecord,
  cardTermRecord,
  companyRecord,
  movieRecord,
  phoneRecord,
  phoneServiceHoursRecord,
  questionRecord,
  recipeCategoryRecord,
  recipeRecord,
  screeningRecord,
  shopRecord,
  specialDayRecord,
  ticketOfficeItemRecord,
  ticketOfficeRecord,
  vacancyRecord,
  videoRecord,
];
