/** A server as Patroni's `/cluster` reports it. */
export interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica' | (string & {})
  state: string
  timeline?: number
  lag?: number | 'unknown'
}

/** Maximum lag of a standby under load, in bytes of the WAL. */
const maxLag = 1_000_000

/** Checks whether every server runs, on one timeline, and one of them is the synchronous standby. */
export function isWhole(members: readonly Member[], servers: number): boolean {
  const count = (role: string) => members.filter((member) => member.role === role).length
  return (
    members.length === servers &&
    count('leader') === 1 &&
    count('sync_standby') === 1 &&
    // A standby that has just started reports `running`; once it receives, later versions of Patroni report `streaming`.
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    members.every(({ role, lag }) => role === 'leader' || (typeof lag === 'number' && lag < maxLag))
  )
}
