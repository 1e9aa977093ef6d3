import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // The list of all routes, mostly of the back office, would add 5 KB to every public page.
  routeDiscovery: { mode: 'lazy' },
  // A file for each part of a route would be smaller than its request.
  splitRouteModules: false,
} satisfies Config;
