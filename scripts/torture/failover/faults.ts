import { setTimeout as sleep } from 'node:timers/promises'
import { servers } from './addresses.ts'
import type { PostgresCluster } from './postgres-cluster.ts'

/**
 * Duration of a fault, in seconds: longer than a primary may be silent (`ttl` in ops/postgresql/patroni.yml) and than its
 * replacement takes.
 */
const awaySeconds = 20

/**
 * A fault: does something to the cluster.
 *
 * @returns the place of the fault, and a function that ends it
 */
type Fault = (cluster: PostgresCluster) => Promise<{ where: string; end: () => Promise<void> }>

const nothing = async () => {}
const after = (seconds: number, end: () => void) => async () => {
  await sleep(seconds * 1000)
  end()
}

/** Faults of the cluster, in this order. A server consists of PostgreSQL, Patroni and a member of etcd. */
export const faults = {
  /** PostgreSQL crashes; Patroni is running and notices it. */
  'postgres-killed': async (cluster) => {
    const server = await cluster.primary()
    cluster.signal(`postgres ${server}`, 'SIGKILL')
    return { where: `pg${server}`, end: nothing }
  },
  'primary-killed': async (cluster) => {
    const server = await cluster.primary()
    cluster.signal(`server ${server}`, 'SIGKILL')
    return { where: `pg${server}`, end: after(awaySeconds, () => cluster.restart(`server ${server}`)) }
  },
  'primary-paused': async (cluster) => {
    const server = await cluster.primary()
    cluster.signal(`server ${server}`, 'SIGSTOP')
    return {
      where: `pg${server}`,
      end: after(awaySeconds, () => cluster.signal(`server ${server}`, 'SIGCONT')),
    }
  },
  /** PostgreSQL stops responding while Patroni is healthy. */
  'postgres-paused': async (cluster) => {
    const server = await cluster.primary()
    cluster.signal(`postgres ${server}`, 'SIGSTOP')
    return {
      where: `pg${server}`,
      end: after(awaySeconds, () => cluster.signal(`postgres ${server}`, 'SIGCONT')),
    }
  },
  /** PostgreSQL continues as a primary without Patroni, while another server becomes the primary. */
  'patroni-killed': async (cluster) => {
    const server = await cluster.primary()
    cluster.signal(`patroni ${server}`, 'SIGKILL')
    return { where: `pg${server}`, end: after(awaySeconds, () => cluster.restart(`patroni ${server}`)) }
  },
  /** The primary continues without network: it reaches neither the shop, nor the other servers, nor etcd. */
  'primary-cut-off': async (cluster) => {
    const server = await cluster.primary()
    cluster.network(server, 'silent')
    return { where: `pg${server}`, end: after(awaySeconds, () => cluster.network(server, 'open')) }
  },
  switchover: async (cluster) => {
    const [from, to] = [await cluster.primary(), await cluster.syncStandby()]
    await cluster.switchOver(from, to)
    return { where: `pg${from} to pg${to}`, end: nothing }
  },
  /** No write may be acknowledged until another server is the synchronous standby. */
  'standby-killed': async (cluster) => {
    const server = await cluster.syncStandby()
    cluster.signal(`server ${server}`, 'SIGKILL')
    return { where: `pg${server}`, end: after(awaySeconds, () => cluster.restart(`server ${server}`)) }
  },
  'standby-paused': async (cluster) => {
    const server = await cluster.syncStandby()
    cluster.signal(`server ${server}`, 'SIGSTOP')
    return {
      where: `pg${server}`,
      end: after(awaySeconds, () => cluster.signal(`server ${server}`, 'SIGCONT')),
    }
  },
  'standby-cut-off': async (cluster) => {
    const server = await cluster.syncStandby()
    cluster.network(server, 'silent')
    return { where: `pg${server}`, end: after(awaySeconds, () => cluster.network(server, 'open')) }
  },
  'etcd-leader-killed': async (cluster) => {
    const server = await cluster.etcdLeader()
    cluster.signal(`etcd ${server}`, 'SIGKILL')
    return { where: `pg${server}`, end: after(awaySeconds, () => cluster.restart(`etcd ${server}`)) }
  },
  /** All members of etcd are paused: the primary continues as long as it reaches the other servers (`failsafe_mode`). */
  'etcd-away': async (cluster) => {
    for (const server of servers) cluster.signal(`etcd ${server}`, 'SIGSTOP')
    return {
      where: 'all',
      end: after(awaySeconds, () => {
        for (const server of servers) cluster.signal(`etcd ${server}`, 'SIGCONT')
      }),
    }
  },
  'haproxy-restarted': async (cluster) => {
    cluster.signal('haproxy', 'SIGKILL')
    return { where: 'haproxy', end: after(1, () => cluster.restart('haproxy')) }
  },
  'pgbouncer-restarted': async (cluster) => {
    cluster.signal('pgbouncer', 'SIGKILL')
    return { where: 'pgbouncer', end: after(1, () => cluster.restart('pgbouncer')) }
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]
