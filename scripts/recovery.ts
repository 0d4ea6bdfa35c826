// `npm run recovery`: tests point-in-time recovery as docs/operar.md describes it, on a real PostgreSQL: a base back-up and
// streamed WAL, a shop that writes, a server that is killed and loses its disk, then its recovery to the end and to a point in
// time. Prints how long each recovery took and how many acknowledged writes were lost.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { runRestore } from './backup/run-restore.ts'
import { freePorts } from './lib/ports.ts'
import { machineBinaries, unprivilegedUser } from './lib/postgres.ts'

const bin = machineBinaries().find((folder) => existsSync(join(folder, 'pg_receivewal')))
if (!bin) {
  console.error(
    'No PostgreSQL with pg_basebackup and pg_receivewal on this machine (Debian: apt-get install postgresql).',
  )
  process.exit(1)
}
const user = process.getuid?.() === 0 ? unprivilegedUser(readFileSync('/etc/passwd', 'utf8')) : undefined
const folder = mkdtempSync('/tmp/recomeco-recovery-')
const at = (name: string) => join(folder, name)
const as = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user }
const running: ChildProcess[] = []
own(folder)

try {
  const lost = await tryRecovery()
  process.exitCode = lost === 0 ? 0 : 1
} finally {
  for (const child of running) child.kill('SIGKILL')
  await sleep(300)
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Runs the recovery test.
 *
 * @returns number of acknowledged writes that were lost
 */
async function tryRecovery(): Promise<number> {
  run('initdb', '-D', at('data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C')
  const port = await freePorts()
  const url = urlOf(port)
  appendFileSync(
    at('data/postgresql.conf'),
    "synchronous_standby_names = 'recomeco_wal'\nsynchronous_commit = local\n",
  )
  const server = start('data', port)
  await answered(url)
  const database = openDatabase({ url, max: 2 })
  await migrate(database)

  mkdirSync(at('wal'))
  own(at('wal'))
  const connection = `host=127.0.0.1 port=${port} user=postgres application_name=recomeco_wal`
  run('pg_receivewal', '-d', connection, '--slot', 'recomeco', '--create-slot', '-D', at('wal'))
  launch('pg_receivewal', '-d', connection, '--slot', 'recomeco', '--synchronous', '-D', at('wal'))
  await until(
    async () =>
      (await count(
        database.$client,
        "select count(*)::int as n from pg_stat_replication where sync_state = 'sync'",
      )) === 1,
  )
  await database.$client.query('alter database postgres set synchronous_commit = on')

  const base = await timed(async () =>
    run('pg_basebackup', '-d', connection, '-D', at('base'), '-c', 'fast', '-X', 'none'),
  )
  console.log(`Base back-up: ${base} ms.`)

  await database.$client.end()
  const shop = new pg.Pool({ connectionString: url, max: 4 })
  shop.on('error', () => {})
  let acknowledged = 0
  const writeFor = async (milliseconds: number) => {
    const end = Date.now() + milliseconds
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (Date.now() < end) {
          await shop.query('insert into operation_alerts (key, raised_at) values ($1, clock_timestamp())', [
            `write:${crypto.randomUUID()}`,
          ])
          acknowledged += 1
        }
      }),
    ).catch(() => {})
  }
  await writeFor(2_000)
  const before = acknowledged
  const { rows } = await shop.query<{ moment: string }>('select clock_timestamp()::text as moment')
  const moment = rows[0]?.moment ?? ''
  await sleep(50)
  await shop.query('delete from operation_alerts where key like $1', ['write:%'])
  acknowledged = 0
  const killed = writeFor(10_000)
  await sleep(2_000)
  process.kill(server.pid ?? 0, 'SIGKILL')
  await killed
  const after = acknowledged
  await shop.end().catch(() => {})
  rmSync(at('data'), { recursive: true, force: true })
  console.log(
    `Killed under load, its disk thrown away; ${after} writes had been acknowledged since a table was emptied by mistake.`,
  )

  const toEnd = await recover('to-end', '')
  console.log(
    `Recovered to the end in ${toEnd.milliseconds} ms: ${toEnd.writes} writes, ${Math.max(0, after - toEnd.writes)} acknowledged ones lost.`,
  )
  const toMoment = await recover(
    'to-moment',
    `recovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
  )
  console.log(
    `Recovered to the moment before the mistake in ${toMoment.milliseconds} ms: ${toMoment.writes} of ${before} writes.`,
  )
  const options = {
    env: { ...process.env, DATABASE_URL: toMoment.url, DATA_DIR: at('shop') },
    print: console.log,
    printError: console.error,
  }
  const code = await runRestore(['--recovered'], { ...options, now: () => new Date() })
  return Math.max(0, after - toEnd.writes) + Math.abs(before - toMoment.writes) + code
}

async function recover(name: string, target: string) {
  const port = await freePorts()
  const url = urlOf(port)
  let writes = 0
  const milliseconds = await timed(async () => {
    spawnSync('cp', ['-a', at('base'), at(name)])
    // The last segment is still being written and therefore has another name.
    const restore = `cp ${at('wal')}/%f %p || cp ${at('wal')}/%f.partial %p`
    appendFileSync(
      at(`${name}/postgresql.auto.conf`),
      `restore_command = '${restore}'\n${target}synchronous_standby_names = ''\n`,
    )
    appendFileSync(at(`${name}/recovery.signal`), '')
    own(at(`${name}/recovery.signal`))
    start(name, port)
    await answered(url)
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    await until(async () => (await count(pool, 'select pg_is_in_recovery()::int as n')) === 0)
    writes = await count(pool, "select count(*)::int as n from operation_alerts where key like 'write:%'")
    await pool.end()
  })
  return { milliseconds, url, writes }
}

function start(data: string, port: number): ChildProcess {
  return launch(
    'postgres',
    '-D',
    at(data),
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'log_min_messages=fatal',
  )
}

function launch(program: string, ...args: string[]): ChildProcess {
  const child = spawn(join(bin ?? '', program), args, { ...as, stdio: 'ignore' })
  running.push(child)
  return child
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(join(bin ?? '', program), args, { ...as, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

function own(path: string): void {
  chmodSync(path, existsSync(join(path, '.')) ? 0o700 : 0o600)
  if (user) chownSync(path, user.uid, user.gid)
}

function urlOf(port: number): string {
  return `postgresql://postgres@127.0.0.1:${port}/postgres`
}

async function answered(url: string): Promise<void> {
  await until(async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  })
}

async function count(pool: pg.Pool, query: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(query)
  return rows[0]?.n ?? 0
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 300; look++) {
    if (await condition()) return
    await sleep(100)
  }
  throw new Error('it did not happen within 30 s')
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.round(performance.now() - began)
}
