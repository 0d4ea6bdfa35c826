import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freeSpace } from '../../../src/platform/storage/free-space.ts'

const data = '/var/lib/recomeco'
const files = join(data, 'files')
const gigabyte = 1024 ** 3

/** A system on which each folder has so many bytes free; one without a number is missing. */
function systemWith(free: Readonly<Record<string, number>>, { readOnly = [] as string[] } = {}) {
  const failure = (code: string) => Object.assign(new Error(code), { code })
  return {
    async statfs(folder: string) {
      const bytes = free[folder]
      if (bytes === undefined) throw failure('ENOENT')
      return { bavail: bytes / 4096, bsize: 4096 }
    },
    async access(folder: string) {
      if (readOnly.includes(folder)) throw failure('EROFS')
    },
  }
}

test('the disk with less space decides, where the files are on another one than the data folder', async () => {
  const both = (ofData: number, ofFiles: number) =>
    freeSpace(data, systemWith({ [data]: ofData, [files]: ofFiles }))
  expect(await both(9 * gigabyte, gigabyte)).toBe(gigabyte)
  expect(await both(gigabyte, 9 * gigabyte)).toBe(gigabyte)
})

test('a disk that became read-only counts as full, the one with the files too', async () => {
  const free = { [data]: gigabyte, [files]: gigabyte }
  expect(await freeSpace(data, systemWith(free, { readOnly: [data] }))).toBe(0)
  expect(await freeSpace(data, systemWith(free, { readOnly: [files] }))).toBe(0)
})

test('before the first file the data folder alone is asked, and without one nothing is known', async () => {
  expect(await freeSpace(data, systemWith({ [data]: gigabyte }))).toBe(gigabyte)
  await expect(freeSpace(data, systemWith({}))).rejects.toThrow('ENOENT')
})
