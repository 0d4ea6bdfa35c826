/**
 * Creates the empty cluster that a first start unpacks (src/platform/database/empty-cluster.br), for a new version of PGlite.
 * Takes half a minute.
 *
 *     node scripts/empty-cluster.ts
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { type EmptyCluster, emptyClusterFile } from '../src/platform/database/empty-cluster.ts'
import { inRoot } from './lib/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'recomeco-cluster-'))
const dataDir = join(folder, 'postgres')
const database = await PGlite.create(dataDir)
// Switches to a new WAL file, because what initdb wrote to the WAL is never read again.
await database.exec('alter system set wal_recycle = off')
await database.exec('select pg_reload_conf()')
await database.exec('checkpoint')
await database.exec('select pg_switch_wal()')
await database.exec('checkpoint')
await database.exec('alter system reset wal_recycle')
const { rows } = await database.query<{ name: string }>(
  'select pg_walfile_name(pg_current_wal_lsn()) as name',
)
await database.close()
const log = join(dataDir, 'pg_wal')
for (const { name } of readdirSync(log, { withFileTypes: true }).filter((entry) => entry.isFile())) {
  if (name !== rows[0]?.name) rmSync(join(log, name))
}
const packed = pack(dataDir)
rmSync(folder, { recursive: true, force: true })
writeFileSync(emptyClusterFile, packed)
console.log(`${Math.ceil(packed.length / 1024)} KB`)

function pack(cluster: string): Buffer {
  const entries = readdirSync(cluster, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: relative(cluster, join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
    isFile: entry.isFile(),
  }))
  // Places the same file of each database side by side, because the window of the compressor is 16 MB.
  const paths = entries
    .filter(({ isFile }) => isFile)
    .map(({ path }) => path)
    .sort((one, other) => compare(basename(one), basename(other)) || compare(one, other))
  const contents = paths.map((path) => readFileSync(join(cluster, path)))
  const { version } = JSON.parse(
    readFileSync(inRoot('node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  ) as { version: string }
  const description: EmptyCluster = {
    pglite: version,
    folders: entries.flatMap(({ path, isFile }) => (isFile ? [] : [path])).sort(),
    files: paths.map((path, at) => [path, contents[at]?.length ?? 0]),
  }
  const start = Buffer.from(JSON.stringify(description))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(start.length)
  return brotliCompressSync(Buffer.concat([length, start, ...contents]), {
    params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
  })
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
