import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // The whole route list is small, and lazy discovery would ask the server for what pages already know.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config;
