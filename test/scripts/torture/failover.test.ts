import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import {
  addressesOf,
  listeningAddresses,
  type Server,
  servers,
} from '../../../scripts/torture/failover/addresses.ts'
import {
  etcdFor,
  haproxyFor,
  patroniFor,
  pgbouncerFor,
} from '../../../scripts/torture/failover/configuration.ts'
import { isWhole, type Member } from '../../../scripts/torture/failover/members.ts'
import { longestOutage } from '../../../scripts/torture/failover/outages.ts'
import { findParts } from '../../../scripts/torture/failover/parts.ts'

// The parts of `npm run torture -- --cluster` that need no cluster.

const debian = [
  '/usr/lib/postgresql/15/bin/initdb',
  '/usr/lib/postgresql/15/bin/postgres',
  '/usr/bin/patroni',
  '/usr/bin/patronictl',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  '/usr/sbin/pgbouncer',
]
const machineWith = (files: readonly string[]) => ({
  path: '/usr/bin',
  exists: (file: string) => files.includes(file),
  servers: ['/usr/lib/postgresql/15/bin'],
})

test('finds Debian’s programs, also when a user’s PATH lacks /usr/sbin', () => {
  expect(findParts(machineWith(debian))).toEqual({
    postgres: '/usr/lib/postgresql/15/bin',
    patroni: '/usr/bin/patroni',
    patronictl: '/usr/bin/patronictl',
    etcd: '/usr/bin/etcd',
    haproxy: '/usr/sbin/haproxy',
    pgbouncer: '/usr/sbin/pgbouncer',
  })
})

test.each([
  [[], 'postgresql-15 patroni etcd-server haproxy pgbouncer'],
  [debian.filter((file) => !file.includes('patroni')), 'patroni'],
  [debian.filter((file) => !file.endsWith('initdb') && !file.endsWith('etcd')), 'postgresql-15 etcd-server'],
])('missing programs are one sentence with their packages', (files, packages) => {
  expect(() => findParts(machineWith(files))).toThrow(
    `This machine lacks ${packages.replaceAll(' ', ', ')} (Debian: apt-get install ${packages}).`,
  )
})

const second = 1000
test.each([
  ['orders all the time', [1, 2, 3, 4, 5], 1],
  ['none after the fault', [], 6],
  ['none for a while', [1, 4.5, 5], 3.5],
  ['a late first one', [4, 5], 4],
  ['an order before the fault does not count', [-1, 3], 3],
  ['in any order, and after the end', [5, 2, 7], 3],
])('the longest time without an order: %s', (_, times, seconds) => {
  const acknowledged = times.map((at) => (100 + at) * second)
  expect(longestOutage(acknowledged, { from: 100 * second, until: 106 * second })).toBe(seconds * second)
})

const member = (name: string, role: string, changes: Partial<Member> = {}): Member => ({
  ...{ name, role, state: 'running', timeline: 3 },
  ...(role === 'leader' ? {} : { lag: 0 }),
  ...changes,
})
const [leader, sync, replica] = [
  member('pg1', 'leader'),
  member('pg2', 'sync_standby'),
  member('pg3', 'replica', { state: 'streaming', lag: 800 }),
]
test.each([
  ['three', [leader, sync, replica], true],
  ['a missing server', [leader, sync], false],
  ['a server on an earlier timeline', [leader, sync, { ...replica, timeline: 2 }], false],
  ['a server that is being copied', [leader, sync, { ...replica, state: 'creating replica' }], false],
  ['no synchronous server', [leader, { ...sync, role: 'replica' }, replica], false],
  ['two primaries', [leader, sync, member('pg3', 'leader')], false],
  ['one far behind', [leader, sync, { ...replica, lag: 50_000_000 }], false],
  ['a server of unknown role', [leader, sync, { ...replica, lag: 'unknown' as const }], false],
])('whether a cluster is complete: %s', (_, members, whole) => {
  expect(isWhole(members, 3)).toBe(whole)
})

const shipped = (name: string) => readFileSync(inRoot('ops', 'postgresql', name), 'utf8')
const addresses = addressesOf(77)
const passwords = { patroni: 'p1', superuser: 'p2', replicator: 'p3', rewinder: 'p4' }
const rendered = [
  ...servers.flatMap((server) => [
    patroniFor(shipped('patroni.yml'), {
      ...{ addresses, server, passwords },
      ...{ folder: '/tmp/x', binaries: '/usr/lib/postgresql/15/bin' },
    }),
    Object.entries(etcdFor(shipped('etcd.env'), { addresses, folder: '/tmp/x', server })).join('\n'),
  ]),
  haproxyFor(shipped('haproxy.cfg'), { addresses }),
  pgbouncerFor(shipped('pgbouncer.ini'), { addresses, folder: '/tmp/x' }),
].map((text) => text.replace(/^\s*[#;].*$/gm, ''))

test('the generated configuration contains no address, folder, password or certificate of a real cluster', () => {
  for (const text of rendered) {
    expect(text).not.toMatch(/10\.0\.0\.|CHANGE-ME|\/etc\/|\/var\/|127\.0\.0\.1\b|ssl|tls/i)
    expect(text).toContain('127.77.')
  }
})

test('a server reaches the others, and etcd, only by links that can be cut', () => {
  const own = new Set(listeningAddresses(addresses).map(({ host }) => host))
  for (const server of servers) {
    const text = patroniFor(shipped('patroni.yml'), {
      ...{ addresses, server, passwords, folder: '/tmp/x', binaries: '/usr/bin' },
    })
    expect(text).toContain(`name: pg${server}`)
    const direct = [...text.matchAll(/127\.77\.\d+\.\d+/g)]
      .map(([host]) => host)
      .filter((host) => own.has(host))
    expect(new Set(direct)).toEqual(new Set([addresses.own(server)]))
    for (const member of servers) expect(text).toContain(`- ${addresses.etcdSeenBy(server, member)}:2379`)
  }
  const proxied = haproxyFor(shipped('haproxy.cfg'), { addresses })
  for (const server of servers) expect(proxied).toContain(`${addresses.seen(server as Server)}:5432`)
})

test('the shipped configuration keeps the settings that acknowledged writes depend on', () => {
  const patroni = shipped('patroni.yml').replace(/^\s*#.*$/gm, '')
  expect(patroni).toMatch(/synchronous_mode: true\n\s+synchronous_mode_strict: true/)
  // With etcd3, Patroni 3.0 overwrites the lock of the primary that succeeded it (0064).
  expect(patroni).toMatch(/^etcd:$/m)
  expect(patroni).not.toMatch(/statement_timeout|fsync|synchronous_commit/)
  const number = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(patroni)?.[1])
  expect(number('loop_wait') + 2 * number('retry_timeout')).toBeLessThanOrEqual(number('ttl'))
  expect(shipped('haproxy.cfg')).toMatch(/on-marked-down shutdown-sessions/)
  expect(shipped('pgbouncer.ini')).toMatch(/^pool_mode = transaction$/m)
})
