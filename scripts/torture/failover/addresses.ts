import type { Address } from '../../lib/network-link.ts'

/** The servers of the cluster, as ops/postgresql names them. */
export const servers = [1, 2, 3] as const
export type Server = (typeof servers)[number]

export const ports = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeer: 2380 } as const
/** Where the shop's own machine listens: HAProxy for the primary and for a standby, PgBouncer. */
export const shopPorts = { primary: 5000, standby: 5001, pgbouncer: 6432 } as const

/**
 * The addresses of a cluster on one machine. Each server has two on loopback: its own, and the one at which the others see it, so that a link
 * between the two can be cut. Each sees the members of etcd at addresses of its own, for the same reason.
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

/** Every address that a program listens on; those of the links are as free as these. */
export function listeningAddresses(addresses: Addresses): Address[] {
  return [
    ...servers.flatMap((server) =>
      Object.values(ports).map((port) => ({ host: addresses.own(server), port })),
    ),
    ...Object.values(shopPorts).map((port) => ({ host: addresses.shop, port })),
  ]
}
