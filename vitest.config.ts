import { defineConfig } from 'vitest/config'
import { testFiles } from './test/support/kinds.ts'

const { unit, integration } = testFiles('test')
const zone = { TZ: 'UTC' }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: unit, env: zone } },
      {
        test: {
          name: 'integration',
          include: integration,
          env: zone,
          globalSetup: 'test/support/prepare-database.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
