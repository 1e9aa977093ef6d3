// The frame brings the styles of all screens: React Router would hold back a screen until its own styles arrive.
import.meta.glob(
  [
    './**/*.css',
    '../accounts/*/office/*.css',
    '../content/{*/office,branchChoice,openingHours,posters,vacancies}/*.css',
    '!../accounts/auth/office/auth.css',
  ],
  { eager: true },
);
