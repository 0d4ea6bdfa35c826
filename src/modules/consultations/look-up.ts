import { ok } from '../../core/outcome.ts'
import { deliverResult } from './deliver-result.ts'
import type { ConsultationsDeps } from './deps.ts'
import { prepareResult } from './prepare-result.ts'
import { findConsultationRow, openSubject } from './store.server.ts'

/**
 * Requests a paid look-up from the bureau and delivers its report. Runs outside any transaction until there is an answer; on a
 * repeated request the bureau recognises our id. A refused look-up, or a report that cannot be delivered, stays in the team's
 * queue.
 *
 * @throws when the bureau is unavailable, so that the job is retried
 */
export async function lookUp(
  deps: ConsultationsDeps,
  { consultationId }: { consultationId: string },
): Promise<void> {
  const { database, bureau, cipher } = deps
  const row = await findConsultationRow(database, consultationId)
  if (row?.status !== 'paid' || row.refundRequestedAt || !bureau.answers(row.kind)) return
  const { cpf, name } = openSubject(cipher, row)
  const found = await bureau.lookUp({ id: row.id, kind: row.kind, cpf, name })
  if (!found.ok && found.code === 'unavailable') {
    throw new Error(
      `bureau ${bureau.name} gave no answer for look-up ${row.id}: ${found.detail ?? 'no detail'}`,
    )
  }
  if (!found.ok) return
  const prepared = await prepareResult(deps, { consultationId: row.id, ...found.value, source: bureau.name })
  if (!prepared.ok) throw new Error(`the answer of ${bureau.name} for look-up ${row.id}: ${prepared.code}`)
  await database.transaction(async (tx) => {
    const delivered = await deliverResult(
      tx,
      { consultationId: row.id, resultId: prepared.value, seenVersion: 0 },
      deps,
    )
    // The team delivered first, or the money was returned: the sweep deletes the prepared result.
    return delivered.ok ? delivered : ok(0)
  })
}
