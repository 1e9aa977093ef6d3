import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const framework = /node_modules\/(react|react-dom|react-router|scheduler)\//;
// What the home page shows at once. What it opens later (dialogs, other pages) stays apart.
const home =
  /src\/(root\.|entry\.client\.|site\/(?!Branch|NotFound)|brand\/|ui\/(Picture|Icon|SiteLink|SocialItems|format|useHydrated)\.|features\/(abouts|booklets|home|branches\/(BranchCard|OpenTag|hours)|banners\/BannerSlider))[^?]*\.tsx?$/;
const later = /contract\.ts$/;

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
                { name: 'framework', test: framework },
                { name: 'home', test: (id: string) => home.test(id) && !later.test(id) },
              ],
            },
          },
        },
      },
    },
  },
});
