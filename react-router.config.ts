import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The browser never runs React here (docs/decisions/0002), so no manifest is discovered from it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
