import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Address, type LinkState, type NetworkLink, openLink } from '../../lib/network-link.ts'
import { inRoot } from '../../lib/root.ts'
import {
  type Addresses,
  addressesOf,
  listeningAddresses,
  ports,
  type Server,
  servers,
  shopPorts,
} from './addresses.ts'
import { etcdFor, haproxyFor, type Passwords, patroniFor, pgbouncerFor } from './configuration.ts'
import { isWhole, type Member } from './members.ts'
import type { Parts } from './parts.ts'
import { type Enclosure, openEnclosure, portsOf, signalAll } from './processes.ts'

/**
 * Target of a signal: a whole server, only its PostgreSQL, only the process of PostgreSQL that replays the WAL on a standby, only
 * its Patroni, its member of etcd, or a program on the shop's machine.
 */
type Target = `${'server' | 'postgres' | 'replay' | 'patroni' | 'etcd'} ${Server}` | 'haproxy' | 'pgbouncer'

/** Patterns for the command line of a target that shares its folder with other programs. */
const titles: Record<string, RegExp> = { replay: /: startup /, patroni: /patroni\.yml/ }

export interface PostgresCluster {
  /** URL of the primary, through PgBouncer and HAProxy. */
  readonly url: string
  /** URL of a standby, by the same way. */
  readonly replicaUrl: string
  /** URL of the primary, through HAProxy alone. */
  readonly primaryUrl: string
  members(): Promise<readonly Member[]>
  primary(): Promise<Server>
  syncStandby(): Promise<Server>
  etcdLeader(): Promise<Server>
  signal(target: Target, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** Restarts killed programs of a server, or of the shop's machine. */
  restart(target: `${'server' | 'patroni' | 'etcd'} ${Server}` | 'haproxy' | 'pgbouncer'): void
  /** Sets the state of all links between this server and the others, and the shop. */
  network(server: Server, state: LinkState): void
  /**
   * Hands the primary role over by `patronictl`.
   *
   * @throws Error with its output when it fails
   */
  switchOver(from: Server, to: Server): Promise<void>
  /**
   * Waits until every server runs and one is the synchronous standby.
   *
   * @returns whether this happened in time
   */
  whole(seconds: number): Promise<boolean>
  /** Returns the URL of a server's PostgreSQL, as the shop's user. */
  urlOf(server: Server): string
}

const database = 'recomeco'
const startSeconds = 90

/**
 * Starts three PostgreSQL servers under Patroni with etcd, and HAProxy and PgBouncer in front, from the files of ops/postgresql.
 *
 * @throws Error when they do not become a cluster
 */
export async function startPostgresCluster({
  parts,
  output,
  onExit,
}: {
  parts: Parts
  /** File descriptor of the log. */
  output: number
  onExit: (cleanup: () => Promise<unknown>) => void
}): Promise<PostgresCluster> {
  const enclosure = openEnclosure({ output })
  onExit(enclosure.close)
  const addresses = await freeNetwork()
  const password = () => randomBytes(12).toString('hex')
  const passwords: Passwords = {
    patroni: password(),
    superuser: password(),
    replicator: password(),
    rewinder: password(),
  }
  const shopPassword = password()
  const cutOff = createCutOff((server) => join(enclosure.folder, `pg${server}`))
  const links = await openLinks(addresses, cutOff.has, onExit)
  const starts = prepare({ parts, enclosure, addresses, passwords, shopPassword })

  const get = async (address: Address, path: string) => {
    const response = await fetch(`http://${address.host}:${address.port}${path}`, {
      signal: AbortSignal.timeout(1_500),
    })
    return (await response.json()) as Record<string, unknown>
  }
  const members = async (): Promise<readonly Member[]> => {
    for (const server of servers) {
      const reported = await get({ host: addresses.seen(server), port: ports.patroni }, '/cluster').catch(
        () => undefined,
      )
      if (reported) return reported.members as Member[]
    }
    return []
  }
  const serverOf = async (role: string): Promise<Server> => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const found = (await members()).find((member) => member.role === role)
      if (found) return Number(found.name.slice('pg'.length)) as Server
      await sleep(200)
    }
    throw new Error(`No server is the ${role}.`)
  }
  const urlAt = (port: number, name = database) =>
    `postgresql://${database}:${shopPassword}@${addresses.shop}:${port}/${name}`
  const folderOf = (target: Target): string => {
    const [kind = '', server = ''] = target.split(' ')
    const data = join(`pg${server}`, 'patroni', 'data')
    const inside: Record<string, string> = {
      server: `pg${server}`,
      postgres: data,
      replay: data,
      patroni: join(`pg${server}`, 'patroni'),
      etcd: join(`pg${server}`, 'etcd'),
    }
    return join(enclosure.folder, inside[kind] ?? kind)
  }

  const cluster: PostgresCluster = {
    url: urlAt(shopPorts.pgbouncer),
    primaryUrl: urlAt(shopPorts.primary),
    replicaUrl: urlAt(shopPorts.pgbouncer, `${database}_standby`),
    urlOf: (server) =>
      `postgresql://${database}:${shopPassword}@${addresses.seen(server)}:${ports.postgres}/${database}`,
    members,
    primary: () => serverOf('leader'),
    syncStandby: () => serverOf('sync_standby'),
    async etcdLeader() {
      for (const server of servers) {
        const status = await fetch(`http://${addresses.own(server)}:${ports.etcd}/v3/maintenance/status`, {
          method: 'POST',
          body: '{}',
          signal: AbortSignal.timeout(1_500),
        })
          .then((response) => response.json() as Promise<{ leader: string; header: { member_id: string } }>)
          .catch(() => undefined)
        if (status && status.leader === status.header.member_id) return server
      }
      throw new Error('No member of etcd leads.')
    },
    signal: (target, signal) => signalAll(folderOf(target), signal, titles[target.split(' ')[0] ?? '']),
    restart(target) {
      if (target === 'haproxy' || target === 'pgbouncer') return starts[target]()
      const server = Number(target.split(' ')[1]) as Server
      if (!target.startsWith('patroni')) starts.etcd(server)
      if (!target.startsWith('etcd')) starts.patroni(server)
    },
    network(server, state) {
      // Includes connections that the server itself has opened to the others.
      cutOff.set(state === 'open' ? undefined : server)
      for (const link of links[server]) link.become(state)
    },
    async switchOver(from, to) {
      const { code, output: said } = await enclosure.run(
        parts.patronictl,
        [
          ...['-c', join(enclosure.folder, `pg${from}`, 'patroni', 'patroni.yml'), 'switchover'],
          ...['--leader', `pg${from}`, '--candidate', `pg${to}`, '--force', 'recomeco'],
        ],
        { cwd: enclosure.folder },
      )
      if (code !== 0) throw new Error(`patronictl: ${said}`)
    },
    async whole(seconds) {
      const end = Date.now() + seconds * 1000
      while (Date.now() < end) {
        if (isWhole(await members(), servers.length)) return true
        await sleep(300)
      }
      return false
    },
  }

  for (const server of servers) starts.etcd(server)
  // Patroni 3.0 exits at its start if the members of etcd have not agreed on a version yet.
  const hasVersion = () =>
    get({ host: addresses.own(1), port: ports.etcd }, '/version').then(
      ({ etcdcluster }) => etcdcluster !== 'not_decided',
      () => false,
    )
  for (let attempt = 0; attempt < 100 && !(await hasVersion()); attempt++) await sleep(200)
  for (const server of servers) starts.patroni(server)
  starts.haproxy()
  if (!(await cluster.whole(startSeconds))) throw new Error('The servers did not become a cluster.')
  await createDatabase(
    `postgresql://postgres:${passwords.superuser}@${addresses.shop}:${shopPorts.primary}/postgres`,
    shopPassword,
  )
  starts.pgbouncer()
  return cluster
}

/** Finds a loopback network whose ports are free. */
async function freeNetwork(): Promise<Addresses> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const addresses = addressesOf(10 + Math.floor(Math.random() * 240))
    const free = await Promise.all(listeningAddresses(addresses).map(canListen))
    if (free.every(Boolean)) return addresses
  }
  throw new Error(
    'The ports of PostgreSQL, Patroni, etcd, HAProxy or PgBouncer are taken on every address of loopback.',
  )
}

function canListen({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/**
 * Recognises connections that a cut-off server has opened itself to shared addresses. It identifies them by their ports, because
 * a link sees only the port of a client.
 */
function createCutOff(folderOf: (server: Server) => string) {
  let cut: Server | undefined
  const known = new Map<number, boolean>()
  return {
    set(server: Server | undefined) {
      cut = server
      known.clear()
      if (server !== undefined) for (const port of portsOf(folderOf(server))) known.set(port, true)
    },
    has(clientPort: number): boolean {
      if (cut === undefined) return false
      const before = known.get(clientPort)
      if (before !== undefined) return before
      const isItsOwn = portsOf(folderOf(cut)).has(clientPort)
      known.set(clientPort, isItsOwn)
      return isItsOwn
    },
  }
}

/** Opens the links of each server: to its PostgreSQL and its Patroni, and from it to every member of etcd. */
async function openLinks(
  addresses: Addresses,
  isCutOff: (clientPort: number) => boolean,
  onExit: (cleanup: () => Promise<unknown>) => void,
): Promise<Readonly<Record<Server, readonly NetworkLink[]>>> {
  const linksOf = (server: Server) =>
    Promise.all([
      ...[ports.postgres, ports.patroni].map((port) =>
        openLink({ host: addresses.seen(server), port }, { host: addresses.own(server), port }, isCutOff),
      ),
      ...servers.map((member) =>
        openLink(
          { host: addresses.etcdSeenBy(server, member), port: ports.etcd },
          { host: addresses.own(member), port: ports.etcd },
        ),
      ),
    ])
  const links = { 1: await linksOf(1), 2: await linksOf(2), 3: await linksOf(3) }
  onExit(() =>
    Promise.all(
      Object.values(links)
        .flat()
        .map((link) => link.close()),
    ),
  )
  return links
}

/**
 * Writes the configuration of each part.
 *
 * @returns functions that start the parts
 */
function prepare({
  parts,
  enclosure,
  addresses,
  passwords,
  shopPassword,
}: {
  parts: Parts
  enclosure: Enclosure
  addresses: Addresses
  passwords: Passwords
  shopPassword: string
}) {
  const shipped = (name: string) => readFileSync(inRoot('ops', 'postgresql', name), 'utf8')
  const write = (folder: string, name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o644 })
    return join(folder, name)
  }
  const patroniFolder = (server: Server) => join(enclosure.folder, `pg${server}`, 'patroni')
  for (const server of servers) {
    const folder = enclosure.makeFolder(`pg${server}`, 'patroni')
    const settings = { addresses, folder, server, passwords, binaries: parts.postgres }
    write(folder, 'patroni.yml', patroniFor(shipped('patroni.yml'), settings))
    enclosure.makeFolder(`pg${server}`, 'etcd')
  }
  const haproxy = enclosure.makeFolder('haproxy')
  write(haproxy, 'haproxy.cfg', haproxyFor(shipped('haproxy.cfg'), { addresses }))
  const pgbouncer = enclosure.makeFolder('pgbouncer')
  write(pgbouncer, 'pgbouncer.ini', pgbouncerFor(shipped('pgbouncer.ini'), { addresses, folder: pgbouncer }))
  write(pgbouncer, 'userlist.txt', `"${database}" "${shopPassword}"\n`)
  enclosure.handOver()
  return {
    etcd(server: Server) {
      const folder = join(enclosure.folder, `pg${server}`, 'etcd')
      const env = etcdFor(shipped('etcd.env'), { addresses, folder: join(folder, 'data'), server })
      enclosure.start(parts.etcd, [], { cwd: folder, env })
    },
    patroni(server: Server) {
      const cwd = patroniFolder(server)
      enclosure.start(parts.patroni, [join(cwd, 'patroni.yml')], { cwd })
    },
    haproxy() {
      enclosure.start(parts.haproxy, ['-db', '-f', join(haproxy, 'haproxy.cfg')], { cwd: haproxy })
    },
    pgbouncer() {
      enclosure.start(parts.pgbouncer, [join(pgbouncer, 'pgbouncer.ini')], { cwd: pgbouncer })
    },
  }
}

async function createDatabase(superuserUrl: string, password: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: superuserUrl })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`create role ${database} login password '${password}'`)
      await client.query(`create database ${database} owner ${database}`)
      return
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(500)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
