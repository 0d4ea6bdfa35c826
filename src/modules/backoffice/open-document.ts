import { type Outcome, ok } from '../../core/outcome.ts'
import type { Documents } from '../documents/index.server.ts'
import type { ActionRefusal, PerformDeps } from './perform.ts'
import { readAudited } from './read-audited.ts'

/** Returns the content of a customer's document to a team member. Every view and every download is recorded. */
export async function openDocument(
  deps: PerformDeps & { documents: Pick<Documents, 'findForTeam' | 'contentForTeam'> },
  { actor, reason, documentId }: { actor: string; reason: string; documentId: string },
): Promise<Outcome<Awaited<ReturnType<Documents['contentForTeam']>>, 'not_found' | ActionRefusal>> {
  const found = await readAudited(
    deps,
    { actor, reason, action: 'document.open', subject: documentId },
    (tx) => deps.documents.findForTeam(tx, { documentId }),
  )
  return found.ok ? ok(await deps.documents.contentForTeam({ row: found.value })) : found
}
