import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from './database.ts'
import type { Provider } from './provider.ts'
import { truthOf } from './truth.ts'
import type { World } from './world.ts'

/** Longer than two reconciliations, in which nothing may move any more. */
const stillSeconds = 11

/**
 * Switches the faults off and waits until nothing is left to be done: no job, no notice, no charge whose turn to be
 * asked about has come. Waits that are only long are cut short: a job put back for minutes, a charge asked about in half
 * an hour. Nothing is done in their place.
 *
 * @returns what still moves after `seconds`, in words, empty when all came to rest; and what moved last
 */
export async function settleDown({
  world,
  provider,
  database,
  seconds,
}: {
  world: World
  provider: Provider
  database: Reader
  seconds: number
}): Promise<{ restless: string[]; last: string }> {
  const end = Date.now() + seconds * 1000
  if (!(await world.allUp())) return { restless: ['not every process came back'], last: '' }
  await provider.post('/sim/faults', {})
  const faultless = new Date().toISOString()
  let since = Date.now()
  let hurried = 0
  let last = 'nothing'
  for (;;) {
    if (Date.now() - hurried > 3_000) {
      await database.run(sooner(faultless))
      hurried = Date.now()
    }
    const moving = [
      ...(await database.all<Moving>(stillToDo(faultless))),
      ...(await noticesOnTheirWay(provider)),
    ]
    const words = moving.map(({ count, what }) => `${count} of ${what}`)
    if (words.length > 0) [since, last] = [Date.now(), words.join(', ')]
    if (Date.now() - since > stillSeconds * 1000) return { restless: [], last }
    if (Date.now() > end) return { restless: words.map((one) => `${one} never come to rest`), last }
    await sleep(1_000)
  }
}

interface Moving {
  count: number
  what: string
}

/** Jobs that carry nothing are the schedule's: there is always one. Every charge is asked about once more. */
const stillToDo = (since: string) => `(
  select count(*) as count, 'the jobs ' || name || ' (' || state || ')' as what
    from pgboss.job where state in ('created', 'retry', 'active') and data <> '{}' and name <> 'dead-letters'
     and start_after < now() + interval '1 minute'
   group by name, state
  union all
  select count(*), 'the notices received' from provider_events where processed_at is null having count(*) > 0
  union all
  select count(*), 'the messages' from messages where status = 'queued' having count(*) > 0
  union all
  select count(*), 'the charges to ask about' from charges where ${notAskedSince(since)} having count(*) > 0
)`

const sooner = (since: string) => `
  update pgboss.job set start_after = now() where state in ('retry', 'created') and start_after > now();
  update charges set next_check_at = now() where next_check_at > now() and ${notAskedSince(since)}`

const notAskedSince = (since: string) =>
  `next_check_at is not null and coalesce(checked_at, created_at) < '${since}'`

async function noticesOnTheirWay(provider: Provider): Promise<Moving[]> {
  const { notices } = await truthOf(provider)
  // A forged one is refused until the provider gives up: there is nothing to wait for.
  const waiting = notices.filter(({ state, isForged }) => state === 'waiting' && !isForged).length
  return waiting > 0 ? [{ count: waiting, what: 'the notices still to be sent' }] : []
}
