import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { machineBinaries } from '../../lib/postgres.ts'

/** Programs of a PostgreSQL cluster, by their paths on this machine. */
export interface Parts {
  /** Folder of `postgres` and `initdb`. */
  postgres: string
  patroni: string
  patronictl: string
  etcd: string
  haproxy: string
  pgbouncer: string
}

/** Debian package of each part. */
const packages = {
  postgres: 'postgresql-15',
  patroni: 'patroni',
  patronictl: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
} as const satisfies Record<keyof Parts, string>

/**
 * Finds the parts on this machine.
 *
 * @throws Error that names the Debian packages of the missing parts
 */
export function findParts({
  path = process.env.PATH ?? '',
  exists = existsSync,
  servers = machineBinaries(path),
}: {
  path?: string
  exists?: (path: string) => boolean
  servers?: readonly string[]
} = {}): Parts {
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/bin', '/usr/sbin', '/usr/local/sbin']
  const program = (name: string) => folders.map((folder) => join(folder, name)).find(exists)
  const found: Record<keyof Parts, string | undefined> = {
    postgres: servers.find((folder) => exists(join(folder, 'postgres')) && exists(join(folder, 'initdb'))),
    patroni: program('patroni'),
    patronictl: program('patronictl'),
    etcd: program('etcd'),
    haproxy: program('haproxy'),
    pgbouncer: program('pgbouncer'),
  }
  const names = Object.keys(packages) as (keyof Parts)[]
  const missing = [
    ...new Set(names.filter((name) => found[name] === undefined).map((name) => packages[name])),
  ]
  if (missing.length > 0)
    throw new Error(
      `This machine lacks ${missing.join(', ')} (Debian: apt-get install ${missing.join(' ')}).`,
    )
  return found as Parts
}
