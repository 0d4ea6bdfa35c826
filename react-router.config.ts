import type { Config } from '@react-router/dev/config'
import { pruneClient } from './scripts/lib/prune-client.ts'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The browser never runs React here (docs/decisions/0002), so no manifest is discovered from it.
  routeDiscovery: { mode: 'initial' },
  buildEnd({ reactRouterConfig }) {
    pruneClient(reactRouterConfig.buildDirectory)
  },
} satisfies Config
