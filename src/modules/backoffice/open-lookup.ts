import { type Outcome, ok } from '../../core/outcome.ts'
import type { Consultations } from '../consultations/index.server.ts'
import type { LookupResult, LookupSubject, ResultFile } from '../consultations/public.ts'
import type { ActionRefusal, PerformDeps } from './perform.ts'
import { readAudited } from './read-audited.ts'

type OpenLookupDeps = PerformDeps & {
  consultations: Pick<Consultations, 'subject' | 'result' | 'resultFile'>
}

/** The subject of a look-up and the buyer's contact data, unmasked. */
export function revealLookup(
  deps: OpenLookupDeps,
  { actor, reason, consultationId }: { actor: string; reason: string; consultationId: string },
): Promise<Outcome<LookupSubject, 'not_found' | ActionRefusal>> {
  const action = 'customer.reveal' as const
  return readAudited(deps, { actor, reason, action, subject: consultationId }, (tx) =>
    deps.consultations.subject(tx, { consultationId }),
  )
}

interface ResultRequest {
  actor: string
  reason: string
  consultationId: string
  resultId: string
}

/** The text of a delivered result version. */
export async function openLookupResult(
  deps: OpenLookupDeps,
  { actor, reason, ...which }: ResultRequest,
): Promise<Outcome<LookupResult, 'not_found' | 'erased' | ActionRefusal>> {
  const opened = await openRow(deps, { actor, reason, ...which })
  if (!opened.ok) return opened
  const { row: _, ...result } = opened.value
  return ok(result)
}

/** The file of a delivered result version. */
export async function openLookupFile(
  deps: OpenLookupDeps,
  { actor, reason, ...which }: ResultRequest,
): Promise<Outcome<ResultFile, 'not_found' | 'erased' | 'no_file' | ActionRefusal>> {
  const opened = await openRow(deps, { actor, reason, ...which })
  return opened.ok ? deps.consultations.resultFile(opened.value) : opened
}

function openRow(deps: OpenLookupDeps, { actor, reason, consultationId, resultId }: ResultRequest) {
  return readAudited(deps, { actor, reason, action: 'lookup.open', subject: resultId }, (tx) =>
    deps.consultations.result(tx, { consultationId, resultId }),
  )
}
