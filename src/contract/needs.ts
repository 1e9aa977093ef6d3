/** What there is to be allowed, named as the folders of `src/features` are. */
export type Area =
  | 'abouts'
  | 'applications'
  | 'banners'
  | 'booklets'
  | 'branches'
  | 'company'
  | 'dashboard'
  | 'movies'
  | 'officeHours'
  | 'phones'
  | 'recipes'
  | 'settings'
  | 'shops'
  | 'ticketOffice'
  | 'users'
  | 'vacancies'
  | 'videos';

/** What a caller must be allowed; `signed-in` is what everybody with a session may do: what is their own. */
export type Need = `${Area}.read` | `${Area}.write` | 'signed-in';
