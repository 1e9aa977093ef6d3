import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // The list of all routes, most of them of the back office, would weigh 5 KB on every public page.
  routeDiscovery: { mode: 'lazy' },
  // A file for each part of a route is smaller than its request.
  splitRouteModules: false,
} satisfies Config;
