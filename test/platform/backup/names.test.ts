import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { durationText } from '../../../scripts/backup/console.ts'
import { backupsIn, nameBackup } from '../../../src/platform/backup/manifest.ts'

test('back-ups of the same millisecond all get a name, and none replaces another', () => {
  const into = mkdtempSync(join(tmpdir(), 'backups-'))
  onTestFinished(() => rmSync(into, { recursive: true }))
  const at = '2026-11-27T11:09:41.123Z'
  const named = ['a', 'b', 'c'].map((text) => {
    const unfinished = join(into, `backup-${text}~`)
    mkdirSync(unfinished)
    writeFileSync(join(unfinished, 'manifest.json'), JSON.stringify({ at, text }))
    return nameBackup(unfinished, { into, at })
  })
  expect(named.map((folder) => basename(folder))).toEqual([
    '2026-11-27T11-09-41-123Z',
    '2026-11-27T11-09-41-123-2Z',
    '2026-11-27T11-09-41-123-3Z',
  ])
  expect(backupsIn(into).toSorted()).toEqual(named.toSorted())
  expect(named.map((folder) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).text)).toEqual(
    ['a', 'b', 'c'],
  )
})

test('a name that fails for another reason is an error', () => {
  const into = mkdtempSync(join(tmpdir(), 'backups-'))
  onTestFinished(() => rmSync(into, { recursive: true }))
  expect(() => nameBackup(join(into, 'nothing'), { into, at: '2026-11-27T11:09:41.123Z' })).toThrow('ENOENT')
})

test.each([
  [1_240, '1,2 s'],
  [59_940, '59,9 s'],
  [59_950, '1 min 0 s'],
  [119_700, '2 min 0 s'],
  [200_000, '3 min 20 s'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text)
})
