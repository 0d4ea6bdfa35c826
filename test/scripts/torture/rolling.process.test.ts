import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build, isBuilt } from '../../../scripts/lib/build.ts'
import { rollingRestarts } from '../../../scripts/torture/rolling.ts'

// The run with a hundred thousand requests, behind nginx: npm run torture -- --rolling
test('two web processes restarted in turn behind a proxy lose no request and no form', {
  timeout: 400_000,
}, async () => {
  if (!isBuilt()) expect(await build().done).toBe(true)
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-rolling-'))
  const cleanups: (() => Promise<unknown>)[] = []
  try {
    const result = await rollingRestarts({
      ...{ requests: 40, perSecond: 8, nginx: undefined, folder },
      output: openSync(join(folder, 'log'), 'a'),
      onExit: (cleanup) => cleanups.push(cleanup),
    })
    expect(result.lost.join('\n')).toBe('')
    expect(result.answered).toBeGreaterThanOrEqual(40)
    expect(result.posts).toBeGreaterThan(12)
    expect(result.restarts).toBeGreaterThanOrEqual(2)
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
    rmSync(folder, { recursive: true, force: true })
  }
})
