import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { emptyClusterFile, unpackEmptyCluster } from '../../../src/platform/database/empty-cluster.ts'

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cluster-'))
  dataDir = join(folder, 'postgres')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the shipped cluster was made by the installed PGlite; else run node scripts/empty-cluster.ts', () => {
  const installed = readFileSync(inRoot('node_modules/@electric-sql/pglite/package.json'), 'utf8')
  const bytes = brotliDecompressSync(readFileSync(emptyClusterFile))
  const header = JSON.parse(bytes.toString('utf8', 4, 4 + bytes.readUInt32BE()))
  expect(header.pglite).toBe(JSON.parse(installed).version)
})

test('the remains of a killed process are not mistaken for a cluster', () => {
  mkdirSync(`${dataDir}.unfinished`)
  writeFileSync(join(`${dataDir}.unfinished`, 'half'), '')
  unpackEmptyCluster(dataDir)
  expect(readdirSync(folder)).toEqual(['postgres'])
  expect(existsSync(join(dataDir, 'half'))).toBe(false)
  expect(existsSync(join(dataDir, 'PG_VERSION'))).toBe(true)
})

test('an existing folder is left alone', () => {
  mkdirSync(dataDir)
  unpackEmptyCluster(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
})
