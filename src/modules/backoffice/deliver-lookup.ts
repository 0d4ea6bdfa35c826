import { type Outcome, refuse } from '../../core/outcome.ts'
import type { Consultations } from '../consultations/index.server.ts'
import { may } from '../team/public.ts'
import { isReason } from './domain/reason.ts'
import { type ActionRefusal, type PerformDeps, perform } from './perform.ts'

export interface LookupDelivery {
  actor: string
  reason: string
  consultationId: string
  /** The newest version that the team member has seen; 0 before the first. */
  seenVersion: number
  text?: string | undefined
  file?: { name: string; bytes: Uint8Array } | undefined
  /** For a correction: what changed, in words for the buyer. */
  correction?: string | undefined
}

type Refusal<Name extends 'prepareResult' | 'deliverResult'> = Extract<
  Awaited<ReturnType<Consultations[Name]>>,
  { ok: false }
>['code']

/**
 * Stores a result and delivers it. The role is checked before anything is stored, and again in the delivery transaction. The
 * audit log records the version, never the content of the result.
 *
 * @returns the version
 */
export async function deliverLookup(
  deps: PerformDeps & { consultations: Pick<Consultations, 'prepareResult' | 'deliverResult'> },
  { actor, reason, consultationId, seenVersion, text, file, correction }: LookupDelivery,
): Promise<Outcome<number, Refusal<'prepareResult'> | Refusal<'deliverResult'> | ActionRefusal>> {
  const { database, identity, consultations, recordEvent } = deps
  const action = 'lookup.deliver' as const
  const role = await database.transaction((tx) => identity.roleOf(tx, actor))
  if (!may(role, action)) {
    recordEvent('rights-refused', { account: actor, about: action })
    return refuse('not_staff')
  }
  if (!isReason(reason)) return refuse('no_reason')
  const prepared = await consultations.prepareResult({ consultationId, text, file, source: 'team' })
  if (!prepared.ok) return prepared
  const resultId = prepared.value
  const detail = { resultId, seenVersion, file: file !== undefined }
  return perform(deps, { actor, reason, action, subject: consultationId, detail }, (tx) =>
    consultations.deliverResult(tx, { consultationId, resultId, seenVersion, correction }),
  )
}
