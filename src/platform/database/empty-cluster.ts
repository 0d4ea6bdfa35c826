/**
 * An initialised cluster of the embedded database, empty, as one compressed file. To initialise one takes five seconds of a
 * processor and a gigabyte of memory, so it was done once (`node scripts/empty-cluster.ts`), and a first start unpacks it.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** The file, compressed, is the length of this as JSON, in four bytes; this; and the contents of the files, in this order. */
export interface EmptyCluster {
  /** The version of PGlite that made it. */
  pglite: string
  folders: string[]
  /** Path and size in bytes. */
  files: [path: string, size: number][]
}

export const emptyClusterFile = new URL('./empty-cluster.br', import.meta.url)

/**
 * Unpacks the cluster into a folder that does not exist yet, readable by this user only; leaves an existing one alone. A
 * process killed meanwhile leaves no half of a cluster.
 */
export function unpackEmptyCluster(dataDir: string): void {
  if (existsSync(dataDir)) return
  const { folders, files, bytes } = readCluster()
  const unfinished = `${dataDir}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  for (const folder of folders) mkdirSync(join(unfinished, folder), { mode: 0o700 })
  let at = 0
  for (const [path, size] of files) {
    writeFileSync(join(unfinished, path), bytes.subarray(at, at + size), { mode: 0o600 })
    at += size
  }
  renameSync(unfinished, dataDir)
}

/** The version of PGlite that made the shipped cluster. */
export function emptyClusterVersion(): string {
  return readCluster().pglite
}

function readCluster(): EmptyCluster & { bytes: Buffer } {
  const bytes = brotliDecompressSync(readFileSync(emptyClusterFile))
  const end = 4 + bytes.readUInt32BE()
  const contents = JSON.parse(bytes.toString('utf8', 4, end)) as EmptyCluster
  return { ...contents, bytes: bytes.subarray(end) }
}
