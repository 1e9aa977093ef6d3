import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { browserScript } from './vite.browser.ts';

// Islands need React and its first render, and the back office the router too.
const react = /node_modules\/(react|react-dom|scheduler)\/|src\/ui\/useHydrated\.ts$/;
const router = /node_modules\/react-router\/|src\/start\.browser\.tsx/;
// What every list of the back office needs, and what would be less than a request's worth by itself; what only some
// screens open (forms, menus, dialogs), or somebody asks a list for (a spreadsheet, many rows, a view), stays apart.
const office =
  /src\/(admin\/(AdminNotFound|Frame|SidebarNav|UserFace|UserMenu|menu)\.|ui\/office\/(list\/)?(?!csv|ChoosingBar|ViewDialog|saveFile)\w+\.|contract\/(?!video(Format|Reader)\.)|features\/(addresses\/address\.contract|auth\/(SignInAgain|greeting\.browser|signIn\.browser)|banners\/BannerStatus|vacancies\/VacancyStatus|(?!applications|movies)\w+\/\w+\.types|resources|team|\w+\/\w+\.(resource|office))\.)[^?]*\.?tsx?$|ui\/office\/office\.css\?url|node_modules\/(zod|lucide-react)\//;

export default defineConfig({
  plugins: [
    reactRouter(),
    browserScript({
      file: 'src/site/browser.ts',
      pieces: /\/src\/(site\/|features\/groceries\/)/,
      never: /react-router|\/zod\/|src\/admin\/|ui\/office\/\w+\.tsx/,
    }),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Chunks are few, and their order is known to the page; the helper would weigh on every one.
    modulePreload: false,
    // Some screens load late here and at once there; that is meant. How long plugins take is no news to whoever starts.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
  },
  server: { host: '127.0.0.1' },
  // Bundled, these lose what is not used; loaded from their packages they are thousands of files at each start.
  ssr: {
    noExternal: ['lucide-react', /^@base-ui\//, /^@dnd-kit\//, 'react-hook-form'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few larger files compress better than many small ones, and cost fewer requests.
            codeSplitting: {
              groups: [
                // Of a few bytes, and everybody's.
                {
                  name: 'loading',
                  priority: 4,
                  test: /rolldown\/runtime|contract\/times\.ts$|ui\/newVersion\.ts$|manners\/seen\.ts$|browser-script\/loader$/,
                },
                { name: 'react', priority: 3, test: react },
                { name: 'router', priority: 3, test: router },
                // What tells whether a branch is open.
                {
                  name: 'clock',
                  priority: 3,
                  test: /src\/(contract\/chainZone|ui\/(formatTime|wallClock|once)|features\/branches\/(weekdays|hours\.browser))\.ts$/,
                },
                // The shopping list, and what puts things on it.
                {
                  name: 'groceries',
                  priority: 3,
                  test: /features\/groceries\/(groceries(\.browser)?|groceryLine|groceryPieces\.browser)\.ts$/,
                },
                // What the shopping list needs of the office's words, and of offers.
                {
                  name: 'counts',
                  priority: 3,
                  test: /src\/(ui\/plural|contract\/typedNumber|features\/offers\/(offer\.types|price))\.ts$/,
                },
                // Some islands need these too, and must not load the office for them.
                {
                  name: 'words',
                  priority: 2,
                  test: /src\/(ui\/(format|masks)|contract\/(fileTypes|texts)|features\/(applications\/application\.types|movies\/movie\.types|recipes\/lines))\.ts$/,
                },
                { name: 'office', priority: 1, test: office },
                {
                  name: 'dialogs',
                  test: /src\/ui\/office\/dialog\/|node_modules\/@base-ui\/react\/[^?]*dialog\//,
                },
              ],
            },
          },
        },
      },
    },
  },
});
