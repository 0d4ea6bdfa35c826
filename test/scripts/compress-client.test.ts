import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressClient } from '../../scripts/lib/compress-client.ts'

test('every text file of a build gets equal compressed copies and is unchanged; images get none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const assets = join(folder, 'client/assets')
  mkdirSync(assets, { recursive: true })
  const text = 'const instalment = 1\n'.repeat(100)
  writeFileSync(join(assets, 'a.js'), text)
  writeFileSync(join(assets, 'face.woff2'), text)
  writeFileSync(join(folder, 'client/icon.svg'), text)

  await compressClient(folder)

  expect(readdirSync(assets).sort()).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'face.woff2'])
  expect(readdirSync(join(folder, 'client')).sort()).toEqual([
    'assets',
    'icon.svg',
    'icon.svg.br',
    'icon.svg.gz',
  ])
  expect(readFileSync(join(assets, 'a.js'), 'utf8')).toBe(text)
  const compressed = readFileSync(join(assets, 'a.js.br'))
  expect(compressed.byteLength).toBeLessThan(text.length / 10)
  expect(brotliDecompressSync(compressed).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(assets, 'a.js.gz'))).toString()).toBe(text)
})
