import type { Addresses, Server } from './addresses.ts'

/** Passwords that the owner sets in ops/postgresql/patroni.yml. */
export type Passwords = Readonly<Record<'patroni' | 'superuser' | 'replicator' | 'rewinder', string>>

interface Place {
  addresses: Addresses
  /** Separate folder of this part. */
  folder: string
}

/**
 * Returns ops/postgresql/patroni.yml with the changes that an owner makes for another server, and those for a single machine
 * without certificates: other addresses and folders, no TLS, no sockets in system folders.
 */
export function patroniFor(
  text: string,
  {
    addresses,
    folder,
    server,
    passwords,
    binaries,
  }: Place & { server: Server; passwords: Passwords; binaries: string },
): string {
  return (
    text
      .replace(/^.*# TLS$\n/gm, '')
      .replace(/^ *- local .*\n/gm, '')
      .replace('name: pg1', `name: pg${server}`)
      .replace(/ listen: 10\.0\.0\.11/g, ` listen: ${addresses.own(server)}`)
      .replace(/connect_address: 10\.0\.0\.11/g, `connect_address: ${addresses.seen(server)}`)
      // Without this, Patroni queries etcd for the addresses of its members, and a cut of the links to them would have no effect.
      .replace(/^etcd:\n/m, 'etcd:\n  use_proxies: true\n')
      .replace(
        /- 10\.0\.0\.1(\d):2379/g,
        (_, member: string) => `- ${addresses.etcdSeenBy(server, Number(member) as Server)}:2379`,
      )
      .replace(/hostssl(.*)10\.0\.0\.0\/24/g, 'host$1127.0.0.0/8')
      .replace(/data_dir: .*/, `data_dir: ${folder}/data`)
      .replace(/bin_dir: .*/, `bin_dir: ${binaries}`)
      .replace(/pgpass: .*/, `pgpass: ${folder}/pgpass`)
      .replace(/unix_socket_directories: .*/, "unix_socket_directories: ''")
      .replace(/CHANGE-ME-(\w+)/g, (_, user: keyof Passwords) => passwords[user])
  )
}

/** Returns the settings of one member, based on those of the first in ops/postgresql/etcd.env. */
export function etcdFor(
  text: string,
  { addresses, folder, server }: Place & { server: Server },
): Record<string, string> {
  const settings = text
    .split('\n')
    .filter((line) => line.startsWith('ETCD_'))
    .map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)] as const
    })
  const addressOf = (member: string) => addresses.own(Number(member) as Server)
  return {
    ...Object.fromEntries(
      settings.map(([name, value]) => [
        name,
        name === 'ETCD_INITIAL_CLUSTER'
          ? value.replace(/10\.0\.0\.1(\d)/g, (_, member: string) => addressOf(member))
          : value.replace('10.0.0.11', addresses.own(server)),
      ]),
    ),
    ETCD_NAME: `pg${server}`,
    ETCD_DATA_DIR: folder,
  }
}

export function haproxyFor(text: string, { addresses }: Pick<Place, 'addresses'>): string {
  return text
    .replace(/bind 127\.0\.0\.1/g, `bind ${addresses.shop}`)
    .replace(/10\.0\.0\.1(\d)/g, (_, server: string) => addresses.seen(Number(server) as Server))
}

export function pgbouncerFor(text: string, { addresses, folder }: Place): string {
  return text
    .replace(/^server_tls_.*\n/gm, '')
    .replace(/127\.0\.0\.1(?= port=)/g, addresses.shop)
    .replace(/^listen_addr = .*/m, `listen_addr = ${addresses.shop}`)
    .replace(/^unix_socket_dir = .*/m, 'unix_socket_dir =')
    .replace(/^(logfile|pidfile|auth_file) = .*\/(.*)/gm, `$1 = ${folder}/$2`)
}
