import type { Address } from '../../lib/network-link.ts'

/** The servers of the cluster, named as in ops/postgresql. */
export const servers = [1, 2, 3] as const
export type Server = (typeof servers)[number]

export const ports = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeer: 2380 } as const
/** Ports on the shop's own machine: HAProxy for the primary and for a standby, PgBouncer. */
export const shopPorts = { primary: 5000, standby: 5001, pgbouncer: 6432 } as const

/**
 * Returns the addresses of a cluster on one machine. Each server has two on loopback: its own, and the one by which the other
 * servers reach it, so that a link between the two can be cut. For the same reason each server reaches the members of etcd at
 * separate addresses.
 */
export function addressesOf(network: number) {
  return {
    own: (server: Server) => `127.${network}.0.1${server}`,
    seen: (server: Server) => `127.${network}.1.1${server}`,
    etcdSeenBy: (server: Server, member: Server) => `127.${network}.1${server}.1${member}`,
    shop: `127.${network}.0.1`,
  }
}
export type Addresses = ReturnType<typeof addressesOf>

/** Returns every address on which a program listens; if these are free, those of the links are, too. */
export function listeningAddresses(addresses: Addresses): Address[] {
  return [
    ...servers.flatMap((server) =>
      Object.values(ports).map((port) => ({ host: addresses.own(server), port })),
    ),
    ...Object.values(shopPorts).map((port) => ({ host: addresses.shop, port })),
  ]
}
