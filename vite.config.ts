import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const framework = /node_modules\/(react|react-dom|react-router|scheduler)\//;
// What the home page shows at once. What it opens later (dialogs, other pages) stays apart.
const home =
  /src\/(root\.|entry\.client\.|site\/(?!\w+Page\.|BranchDialog)|site\/(Home|Error)Page\.|brand\/|contract\/texts\.|ui\/(Picture|Icon|SiteLink|SocialItems|format|useHydrated)\.|features\/(abouts\/(Card|Hypermarket)|booklets\/Offers|home|branches\/(BranchCard|OpenTag|hours)|banners\/BannerSlider))[^?]*\.tsx?$/;
const later = /contract\.ts$/;
// What every screen of the back office needs. What some open (forms, menus, dialogs, order) stays apart.
const office =
  /src\/(admin\/(?!UserMenuPopup|Dashboard|AdminNotFound|AdminIndex)|ui\/(?!dialog|RowMenu|SortableRows|EditPage|fields|useEditForm|masks|DetailsPage|alerts|Fact|phoneLinks|PictureGallery|SearchForm|ShareButton)|contract\/)[^?]*\.tsx?$|node_modules\/(zod|lucide-react)\//;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Some screens load late here and at once there; that is meant.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
  server: { host: '127.0.0.1' },
  // Bundled, these lose what is not used; loaded from their packages they are thousands of files at each start.
  ssr: {
    noExternal: ['lucide-react', /^@base-ui\//, /^@dnd-kit\//, 'react-hook-form', '@hookform/resolvers'],
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
                { name: 'home', priority: 2, test: (id: string) => home.test(id) && !later.test(id) },
                // A public form has masks too, and must not load the office for them.
                { name: 'masks', priority: 2, test: /src\/ui\/masks\.ts$/ },
                { name: 'office', priority: 1, test: office },
              ],
            },
          },
        },
      },
    },
  },
});
