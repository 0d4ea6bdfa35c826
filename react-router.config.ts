import type { Config } from '@react-router/dev/config'
import { compressClient } from './scripts/lib/compress-client.ts'
import { pruneClient } from './scripts/lib/prune-client.ts'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The browser never runs React here (docs/decisions/0002), so no manifest is discovered from it.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    pruneClient(reactRouterConfig.buildDirectory)
    await compressClient(reactRouterConfig.buildDirectory)
  },
} satisfies Config
