/** The signed-in user for whom the server renders a page of the back office. */
export interface PreloadedUser {
  uuid: string;
  name: string;
  email: string;
  /** Permissions of the user's role; the server checks each call regardless. */
  permissions?: readonly string[] | undefined;
  /** Branches that the user is restricted to; null for all. */
  branches?: readonly string[] | null | undefined;
  /** A small square photo as a `data:` URL. */
  photo?: string | null | undefined;
  /** Only changing the assigned password is allowed. */
  must_change_password?: boolean | undefined;
  /** The role requires two-factor authentication, and it is not set up: only the setup is allowed. */
  lacks_second_factor?: boolean | undefined;
}
