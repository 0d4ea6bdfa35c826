import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Manifest, readManifest, writeManifest } from '../../../src/platform/backup/manifest.ts'
import { readRows, writeRows } from '../../../src/platform/backup/rows-file.ts'
import { fingerprintOf } from '../../../src/platform/signing.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'

const folder = mkdtempSync(join(tmpdir(), 'rows-'))
afterAll(() => rmSync(folder, { recursive: true }))
const key = 'ab'.repeat(32)
const cipher = createCipher(key)

async function* chunksOf(...chunks: string[][]) {
  yield* chunks
}

async function written(name: string, ...chunks: string[][]): Promise<string> {
  const path = join(folder, name)
  rmSync(path, { force: true })
  const rows = await writeRows(path, chunksOf(...chunks), { cipher, name })
  expect(rows).toBe(chunks.flat().length)
  return path
}

async function read(path: string, name: string, by = cipher): Promise<string[][]> {
  const chunks: string[][] = []
  for await (const chunk of readRows(path, { cipher: by, name })) chunks.push(chunk)
  return chunks
}

test('rows are restored unchanged, in chunks, and unreadable meanwhile', async () => {
  const chunks = [['(1,"a ""b"" \\\\c\n")', '(2,)'], [`(3,${'ç'.repeat(3_000_000)})`]]
  const path = await written('rows', ...chunks)
  expect(await read(path, 'rows')).toEqual(chunks)
  expect(readFileSync(path).includes('çç')).toBe(false)
  expect(await read(await written('none'), 'none')).toEqual([])
})

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['a changed byte', (bytes) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1) as Buffer],
  ['a missing end', (bytes) => bytes.subarray(0, 4 + bytes.readUInt32BE())],
  ['a cut chunk', (bytes) => bytes.subarray(0, -3)],
  ['something more', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
  [
    'chunks in another order',
    (bytes) => {
      const end = 4 + bytes.readUInt32BE()
      const next = end + 4 + bytes.readUInt32BE(end)
      return Buffer.concat([bytes.subarray(end, next), bytes.subarray(0, end), bytes.subarray(next)])
    },
  ],
  ['nothing', () => Buffer.alloc(0)],
])('detects %s', async (_, change) => {
  const path = await written('damaged', ['(1)'], ['(2)'])
  writeFileSync(path, change(readFileSync(path)))
  await expect(read(path, 'damaged')).rejects.toThrow('foi alterado, trocado ou cortado')
})

test('detects rows of another table or key, and a missing file', async () => {
  const path = await written('a', ['(1)'])
  await expect(read(path, 'b')).rejects.toThrow('foi alterado')
  await expect(read(path, 'a', createCipher('cd'.repeat(32)))).rejects.toThrow('foi alterado')
  await expect(read(join(folder, 'gone'), 'gone')).rejects.toThrow('não pode ser lido (ENOENT)')
})

const manifest: Manifest = {
  ...{
    format: 1,
    id: 'x',
    at: '2026-11-22T10:00:00.000Z',
    program: '1',
    server: '18',
    migrations: ['m'],
    jobs: 43,
  },
  ...{ tables: [], sequences: [], files: { count: 1, bytes: 2 } },
  keys: { encryption: fingerprintOf(key), session: fingerprintOf('s') },
}

test('a manifest is read only unaltered and with its key', () => {
  const asked = { cipher, keys: [key] }
  expect(() => readManifest(folder, asked)).toThrow('falta manifest.json')
  writeManifest(folder, manifest, cipher)
  expect(readManifest(folder, asked)).toEqual(manifest)
  const otherKey = 'cd'.repeat(32)
  expect(() => readManifest(folder, { cipher: createCipher(otherKey), keys: [otherKey] })).toThrow(
    `outra ENCRYPTION_KEY (impressão ${fingerprintOf(key)}; a daqui é ${fingerprintOf(otherKey)})`,
  )
  const path = join(folder, 'manifest.json')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace('"count": 1', '"count": 0'))
  expect(() => readManifest(folder, asked)).toThrow('foi alterado depois da cópia')
  writeFileSync(path, text.replace('"id": "x"', '"id": "y"'))
  expect(() => readManifest(folder, asked)).toThrow('foi alterado depois da cópia')
  for (const wrong of ['{', '{}', text.replace('"format": 1', '"format": 2')]) {
    writeFileSync(path, wrong)
    expect(() => readManifest(folder, asked)).toThrow('não é o de uma cópia desta versão')
  }
  renameSync(path, join(folder, 'elsewhere'))
})

test('a manifest of an earlier release, with a key in capitals, is read with the key in small letters', () => {
  const before = { ...manifest, keys: { ...manifest.keys, encryption: fingerprintOf(key.toUpperCase()) } }
  writeManifest(folder, before, cipher)
  expect(readManifest(folder, { cipher, keys: [key] })).toEqual(before)
})
