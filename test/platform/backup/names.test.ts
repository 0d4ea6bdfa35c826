import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
