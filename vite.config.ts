import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { leanRouter, saidByTheServer } from './vite.router.ts';

// What every page needs, the entry with it. A route's own module must stay out of every group: in one, it would leave
// a file behind that only passes on what is elsewhere.
const framework =
  /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime|src\/entry\.client\.tsx/;
// What every public page shows; what one of them shows alone is its own.
const site =
  /src\/(site\/(?!\w+Page\.|SiteLayout|BranchDialog|structured)[^?]*\.tsx?$|site\/ErrorPage\.tsx|brand\/([^?]*\.tsx?$|fonts\/)|(contract\/(addresses|times)|features\/recordPages)\.ts|ui\/(site\/)?\w+\.tsx?$)|vite\/preload-helper/;
const later = /contract\.ts$/;
// What every list of the back office needs, and what would be less than a request's worth by itself; what only some
// screens open (forms, menus, dialogs) stays apart.
const office =
  /src\/(admin\/(AdminNotFound|Frame|SidebarNav|UserFace|UserMenu|menu)\.|ui\/office\/(list\/)?\w+\.|contract\/|features\/(addresses\/address\.contract|auth\/(SignInAgain|greeting\.browser|signIn\.browser)|banners\/BannerStatus|vacancies\/VacancyStatus|(?!applications|movies)\w+\/\w+\.types|resources|\w+\/\w+\.resource)\.)[^?]*\.?tsx?$|ui\/office\/office\.css\?url|node_modules\/(zod|lucide-react)\//;

export default defineConfig({
  plugins: [reactRouter(), leanRouter(), saidByTheServer(/src\/site\/structured\.ts$/)],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Chunks are few, and their order is known to the page; the helper would weigh on every one.
    modulePreload: false,
    // Some screens load late here and at once there; that is meant.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
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
                { name: 'framework', priority: 3, test: framework },
                // Some public pages need these too, and must not load the office for them.
                {
                  name: 'words',
                  priority: 2,
                  test: /src\/(ui\/masks|contract\/texts|features\/(applications\/application\.types|movies\/movie\.types|recipes\/lines))\.ts$/,
                },
                { name: 'site', priority: 2, test: (id: string) => site.test(id) && !later.test(id) },
                {
                  name: 'branches',
                  priority: 2,
                  test: /src\/features\/branches\/(BranchCard|OpenTag|hours\.browser|weekdays)\./,
                },
                { name: 'facts', priority: 2, test: /src\/ui\/site\/facts\// },
                { name: 'abouts', priority: 2, test: /src\/features\/abouts\/(Card|Hypermarket)\w+\.tsx/ },
                { name: 'office', priority: 1, test: office },
                {
                  name: 'dialogs',
                  test: /src\/ui\/office\/dialog\/|node_modules\/@base-ui\/react\/[^?]*dialog\//,
                },
                { name: 'recipes', test: /src\/features\/recipes\/\w+\.contract\.ts$/ },
              ],
            },
          },
        },
      },
    },
  },
});
