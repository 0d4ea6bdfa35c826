import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryFolder } from '../../scripts/testing/memory-folder.ts'

let place: string
let shared: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
  shared = join(place, 'shm')
  mkdirSync(shared)
})
afterEach(() => rmSync(place, { recursive: true }))

/** Returns the folder when `shared` is mounted with these options; undefined means not mounted at all. */
function folderOn(mount: string | undefined, needed = 1): string | undefined {
  const mounts = join(place, 'mounts')
  writeFileSync(
    mounts,
    `/dev/vda / ext4 rw 0 0\n${mount === undefined ? '' : `tmpfs ${shared} ${mount} 0 0\n`}`,
  )
  return memoryFolder({ shared, mounts, needed })
}

test('finds a folder in memory that other users can traverse', () => {
  const folder = folderOn('tmpfs rw,nosuid,nodev')
  expect(folder).toMatch(`${shared}/recomeco-run-${process.pid}-`)
  expect(statSync(folder ?? '').mode & 0o777).toBe(0o755)
})

test.each([
  ['on a disk', 'ext4 rw', 1],
  ['not mounted', undefined, 1],
  ['where programs may not run', 'tmpfs rw,noexec', 1],
  ['too small', 'tmpfs rw', 2 ** 60],
])('finds none %s', (_, mount, needed) => {
  expect(folderOn(mount, needed)).toBeUndefined()
  expect(readdirSync(shared)).toEqual([])
})

test('finds none on a system without a list of mounts, as macOS and Windows', () => {
  expect(memoryFolder({ shared, mounts: join(place, 'no-such-file'), needed: 1 })).toBeUndefined()
})

test('removes the remains of killed runs, and nothing of running or other programs', () => {
  const [killed, runs, other] = [
    'recomeco-run-4194305-a',
    `recomeco-run-${process.pid}-a`,
    'recomeco-postgres-a',
  ]
  for (const name of [killed, runs, other]) mkdirSync(join(shared, name, 'data'), { recursive: true })
  const folder = folderOn('tmpfs rw') ?? ''
  expect(readdirSync(shared).toSorted()).toEqual([other, runs, basename(folder)].toSorted())
  expect(existsSync(join(shared, killed))).toBe(false)
})
