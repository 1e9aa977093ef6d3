import { existsSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { brandFiles } from './vite.brand.ts';
import { browserScript, inlineScripts } from './vite.browser.ts';
import { serverPrograms } from './vite.server.ts';

/** Matches modules of `src` by their paths. Fails for a path without a file, such as that of a renamed one. */
function modules(...paths: string[]) {
  const missing = paths.find((file) => !existsSync(new URL(`src/${file}`, import.meta.url)));
  if (missing) throw new Error(`vite.config.ts: there is no src/${missing}`);
  return (id: string) => paths.some((file) => id.endsWith(`/src/${file}`));
}

// Islands need React and its first render; the back office needs the router too.
const react = /node_modules\/(react|react-dom|scheduler)\/|src\/ui\/useHydrated\.ts$/;
const router = /node_modules\/react-router\/|src\/start\.browser\.tsx/;
// Code that every list of the back office needs, and small modules that are not worth a request. Code that
// only some screens load (forms, menus, dialogs) or that lists load on demand stays separate.
const onDemand = modules(
  'records/office/list/BulkActionBar.tsx',
  'records/office/list/SavedViewDialog.tsx',
  'records/office/list/csv.ts',
  'records/office/list/csvCells.ts',
  'records/office/saveFile.ts',
);
const officeParts = [
  /src\/office\/(AdminNotFound|Frame|SidebarNav|UserFace|UserMenu|menu)\.tsx?$/,
  /src\/records\/office\/(list\/)?\w+(\.\w+)*\.tsx?$/,
  /src\/records\/office\/details\/PublicationTag\.tsx$/,
  /src\/records\/office\/dialog\/(QuestionDialog|confirmation|questions)\.tsx?$/,
  /src\/records\/office\/office\.css\?url/,
  /(brands\/\w+\/fonts\/[\w-]+\.woff2\?url|src\/brand\/fonts\.ts)/,
  /src\/shared\/(?!video\/)[^?]*\.tsx?$/,
  /src\/(content\/resources|accounts\/teamScreens)\.ts$/,
  /src\/(accounts|content)\/\w+\/(office\/)?\w+\.(resource|office)\.tsx?$/,
  /src\/records\/office\/upload\/remaining\.ts$/,
  /src\/records\/define\/\w+\.ts$/,
  /src\/content\/(?!applications|movies)\w+\/\w+\.types\.ts$/,
  /src\/accounts\/auth\/office\/(SignInAgain|greeting\.browser|signIn\.browser)\.tsx?$/,
  /src\/content\/(banners\/office\/BannerStatus|vacancies\/VacancyStatus)\.tsx?$/,
  /node_modules\/(zod|lucide)\//,
];
// Definitions that few screens need, each too small for a file.
const definitionParts = [
  /src\/content\/\w+\/(aboutItem|address|phone|question|recipeCategory|ticketOfficeItem|vacancy)\.(contract|format)\.ts$/,
  /src\/(records\/define\/sitePreview|shared\/(pictures|preview|sitePages|text\/(phone|searchWords|zones)))\.ts$/,
];
const definitions = (id: string) => definitionParts.some((part) => part.test(id));
const office = (id: string) => !onDemand(id) && !definitions(id) && officeParts.some((part) => part.test(id));

export default defineConfig({
  plugins: [
    brandFiles(),
    reactRouter(),
    serverPrograms(),
    inlineScripts(),
    browserScript({
      file: 'src/site/browser.ts',
      pieces: /\/src\/(site\/|content\/shoppingList\/)/,
      never: /react-router|\/zod\/|src\/office\/|records\/office\/\w+\.tsx/,
    }),
  ],
  build: {
    target: 'es2022',
    // The oldest browsers with the features that the site needs (decision 21).
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    assetsInlineLimit: 0,
    // Chunks are few and pages know their order; the preload helper would add weight to each chunk.
    modulePreload: false,
    // Some screens are lazy in one place and static in another on purpose. Plugin timings do not interest
    // operators.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
  },
  server: { host: '127.0.0.1' },
  // Development loads other packages from node_modules. These would be thousands of files at each start.
  ssr: {
    noExternal: ['lucide', /^@base-ui\//, /^@dnd-kit\//, 'react-hook-form'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few larger files compress better than many small ones and need fewer requests.
            codeSplitting: {
              groups: [
                // Tiny modules that all pages need.
                {
                  name: 'loading',
                  priority: 4,
                  test: /rolldown\/runtime|shared\/text\/times\.ts$|ui\/newVersion\.ts$|pageScripts\/pageState\.ts$|browser-script\/loader$/,
                },
                { name: 'react', priority: 3, test: react },
                { name: 'router', priority: 3, test: router },
                // Opening state of branches. Page scripts that show it stay apart: importing one of several
                // modules of a file needs Rolldown's runtime, which weighs more.
                {
                  name: 'clock',
                  priority: 3,
                  test: modules(
                    'shared/dates.ts',
                    'shared/text/chainZone.ts',
                    'shared/text/formatTime.ts',
                    'shared/text/wallClock.ts',
                    'ui/lazily.ts',
                    'content/recordPages.ts',
                    'content/openingHours/weekdays.ts',
                    'content/branches/site/hours.browser.ts',
                    'content/specialDays/site/specialDayEncoding.browser.ts',
                  ),
                },
                // Parts of the back office and of offers that the shopping list needs.
                {
                  name: 'counts',
                  priority: 3,
                  test: modules(
                    'shared/text/fold.ts',
                    'shared/text/plural.ts',
                    'shared/text/typedNumber.ts',
                    'content/pricing/offer.types.ts',
                    'content/pricing/price.ts',
                  ),
                },
                // The shopping list and its buttons.
                {
                  name: 'shoppingList',
                  priority: 3,
                  test: modules(
                    'content/shoppingList/shoppingList.ts',
                    'content/shoppingList/shoppingList.browser.ts',
                    'content/shoppingList/shoppingListMerge.ts',
                    'content/shoppingList/parsedShoppingList.ts',
                    'content/shoppingList/shoppingLine.ts',
                    'content/shoppingList/shoppingListModules.browser.ts',
                  ),
                },
                // Some islands need these too and must not load the back office for them.
                {
                  name: 'words',
                  priority: 2,
                  test: modules(
                    'shared/files/fileTypes.ts',
                    'shared/text/format.ts',
                    'shared/text/masks.ts',
                    'shared/text/texts.ts',
                    'ui/maskInput.ts',
                    'content/applications/application.types.ts',
                    'content/movies/movie.types.ts',
                    'content/recipes/lines.ts',
                  ),
                },
                {
                  name: 'specialDays',
                  priority: 1,
                  test: modules(
                    'content/specialDays/holidayKind.ts',
                    'content/specialDays/placeSpecialDays.ts',
                  ),
                },
                // Pictures of islands and of the back office.
                { name: 'pictures', priority: 3, test: modules('shared/files/pictureWidths.ts') },
                { name: 'icons', priority: 1, test: /src\/ui\/(Icon\.tsx|SocialItems\.tsx|icons\.svg)/ },
                { name: 'office', priority: 1, test: office },
                { name: 'definitions', test: definitions },
                {
                  name: 'menus',
                  test: /src\/records\/office\/rows\/RowMenu|@base-ui\/react\/[^?]*(menu|direction-context|useAnchoredPopupScrollLock|getHighlightReason)/,
                },
                {
                  name: 'dialogs',
                  test: /src\/records\/office\/dialog\/ConfirmDialog|node_modules\/@base-ui\/react\/[^?]*dialog\//,
                },
              ],
            },
          },
        },
      },
    },
  },
});
