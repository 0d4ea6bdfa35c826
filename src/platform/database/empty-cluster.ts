/**
 * Initialised, empty cluster of the embedded database, as one compressed file. The initialisation takes five seconds of processor
 * time and a gigabyte of memory, so it was done once (`node scripts/empty-cluster.ts`), and a first start unpacks the result.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/**
 * Header of the file. The file, compressed, contains the length of this header as JSON, in four bytes; the header; and the
 * contents of the files, in the order of the header.
 */
export interface EmptyCluster {
  /** Version of PGlite that created it. */
  pglite: string
  folders: string[]
  /** Path and size in bytes. */
  files: [path: string, size: number][]
}

export const emptyClusterFile = new URL('./empty-cluster.br', import.meta.url)

/**
 * Unpacks the cluster into a folder that does not exist yet, readable by this user only; leaves an existing one unchanged. A
 * process killed during this leaves no partial cluster.
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

function readCluster(): EmptyCluster & { bytes: Buffer } {
  const bytes = brotliDecompressSync(readFileSync(emptyClusterFile))
  const end = 4 + bytes.readUInt32BE()
  const contents = JSON.parse(bytes.toString('utf8', 4, end)) as EmptyCluster
  return { ...contents, bytes: bytes.subarray(end) }
}
