import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Reader } from './database.ts'
import { readMoney, readPhones } from './ground-truth.ts'
import type { Provider } from './provider.ts'

/** Time in seconds during which nothing may be pending: longer than two reconciliations. */
const quietSeconds = 11

/**
 * Disables the faults and waits until no work is pending: no job, no notice, no charge due for a status check, no provider whose
 * changes have not been read since (the sweep of a killed worker is retried only after half a minute). It shortens long delays
 * (the back-off of a job, the ten minutes for a lost response to a refund) but does none of the work itself.
 *
 * @returns the work still pending after `seconds`, one sentence each, and the last pending work seen
 */
export async function waitForQuiescence({
  cluster,
  provider,
  phones,
  database,
  seconds,
}: {
  cluster: Cluster
  provider: Provider
  phones: Provider
  database: Reader
  seconds: number
}): Promise<{ unfinished: string[]; lastPending: string }> {
  const end = Date.now() + seconds * 1000
  if (!(await cluster.allUp())) return { unfinished: ['not every process restarted'], lastPending: '' }
  await provider.post('/sim/faults', {})
  await provider.post('/sim/mutations', {})
  await phones.post('/sim/faults', {})
  const faultsOffAt = new Date().toISOString()
  let since = Date.now()
  let spedUpAt = 0
  let lastPending = 'nothing'
  for (;;) {
    if (Date.now() - spedUpAt > 3_000) {
      await database.run(runNow(faultsOffAt))
      if ((await readPhones(phones)).notices.waiting === 0) await database.run(stopWaitingForReports)
      spedUpAt = Date.now()
    }
    const pending = [
      ...(await database.all<PendingWork>(pendingWork(faultsOffAt))),
      ...(await undeliveredNotices(provider)),
      ...(await undeliveredReceipts(phones)),
    ]
    const sentences = pending.map(({ count, what }) => `${count} ${what}`)
    if (sentences.length > 0) [since, lastPending] = [Date.now(), sentences.join(', ')]
    if (Date.now() - since > quietSeconds * 1000) return { unfinished: [], lastPending }
    if (Date.now() > end) return { unfinished: sentences.map((one) => `${one} still pending`), lastPending }
    await sleep(1_000)
  }
}

interface PendingWork {
  count: number
  what: string
}

/** A message whose attempt got no answer is held for three minutes; one that is held until the morning may wait longer. */
const awaitsReceipt = `(channel = 'whatsapp' and tried_at is not null and not_before < now() + interval '3 minutes')`

const getsNoReceipt = `
  status = 'queued' and tried_at < now() - interval '11 seconds' and tried_at > now() - interval '3 minutes'`

/**
 * Returns the query for pending work. Scheduled jobs carry no data and are always present, so they do not count. Every charge is
 * checked once more.
 */
const pendingWork = (since: string) => `(
  select count(*) as count, 'jobs ' || name || ' (' || state || ')' as what
    from pgboss.job where state in ('created', 'retry', 'active') and data <> '{}' and name <> 'dead-letters'
     and start_after < now() + interval '1 minute'
   group by name, state
  union all
  select count(*), 'unprocessed notices' from provider_events where processed_at is null having count(*) > 0
  union all
  select count(*), 'queued messages' from messages
   where status = 'queued' and (not_before is null or ${awaitsReceipt}) having count(*) > 0
  union all
  select count(*), 'events to deliver' from events where waiting_since is not null having count(*) > 0
  union all
  select count(*), 'providers to sweep' from provider_cursors
   where complete_at is null or complete_at < '${since}' having count(*) > 0
  union all
  select count(*), 'charges to check' from charges where ${notCheckedSince(since)} having count(*) > 0
)`

const runNow = (since: string) => `
  update pgboss.job set start_after = now() where state in ('retry', 'created') and start_after > now();
  update refunds set sent_at = now() - interval '11 minutes'
   where status = 'requested' and sent_at < '${since}' and sent_at > now() - interval '10 minutes';
  update set_aside_payments set next_try_at = now() where next_try_at > now() and resolved_at is null;
  update charges set next_check_at = now() where next_check_at > now() and ${notCheckedSince(since)}`

/**
 * A message without a response waits three minutes for its notice. This statement ends the wait earlier and queues it, which a
 * schedule does once a minute: no request takes longer than ten seconds, and the WhatsApp simulator has no pending notice that could report it.
 */
const stopWaitingForReports = `
  update messages set waiting_since = now(), not_before = null where ${getsNoReceipt} and ${awaitsReceipt};
  update messages set tried_at = now() - interval '4 minutes' where ${getsNoReceipt}`

const notCheckedSince = (since: string) =>
  `next_check_at is not null and coalesce(checked_at, created_at) < '${since}'`

async function undeliveredNotices(provider: Provider): Promise<PendingWork[]> {
  const { notices } = await readMoney(provider)
  // Forged notices are refused until the provider gives up, so they do not count.
  const waiting = notices.filter(({ state, isForged }) => state === 'waiting' && !isForged).length
  return waiting > 0 ? [{ count: waiting, what: 'undelivered notices' }] : []
}

async function undeliveredReceipts(phones: Provider): Promise<PendingWork[]> {
  const { waiting } = (await readPhones(phones)).notices
  return waiting > 0 ? [{ count: waiting, what: 'undelivered notices of WhatsApp' }] : []
}
