import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourcesHash } from '../../scripts/lib/build.ts'

test('a changed, new, removed or renamed file requires a new build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
  const hashes = ['a', 'b', 'c'].map((content, index) => {
    writeFileSync(join(folder, 'tsconfig.json'), content)
    if (index === 2) rmSync(join(folder, 'tsconfig.json'))
    return sourcesHash(folder)
  })
  const last = sourcesHash(folder)
  rmSync(folder, { recursive: true })
  expect(new Set(hashes).size).toBe(3)
  expect(last).toBe(hashes[2])
})
