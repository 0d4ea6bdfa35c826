import { isUuid } from '../../core/ids.ts'
import type { ContractingDeps } from './deps.ts'
import type { ContractParty } from './domain/parties.ts'
import { adoptDraft, type DraftRow, selectDraft } from './store.server.ts'

/** A draft that waits to be signed. */
export interface OpenDraft {
  id: string
  serviceId: string
  variant: string | null
  planId: string
  party: ContractParty
}

export type DraftReading =
  | { state: 'open'; draft: OpenDraft }
  /** Signed already: the order it became. */
  | { state: 'accepted'; orderId: string }
  | { state: 'not_found' }
  /** What the browser carries is no id of ours. */
  | { state: 'unreadable' }

/** A draft begun before signing in becomes the reader's; another person's is 'not_found'. */
export async function readDraft(
  { database }: Pick<ContractingDeps, 'database'>,
  { draftId, viewer }: { draftId: string; viewer: { id: string } | null },
): Promise<DraftReading> {
  if (!isUuid(draftId)) return { state: 'unreadable' }
  const userId = viewer?.id ?? null
  const row = await selectDraft(database, { draftId, userId })
  if (!row) return { state: 'not_found' }
  if (row.orderId) return { state: 'accepted', orderId: row.orderId }
  const draft = openDraft(row)
  if (!draft) return { state: 'unreadable' }
  if (userId && row.userId === null) await adoptDraft(database, { draftId, userId })
  return { state: 'open', draft }
}

/** A row as a draft; undefined when it lacks what a contract needs. */
export function openDraft({
  id,
  serviceId,
  variant,
  planId,
  name,
  cpf,
  phone,
}: DraftRow): OpenDraft | undefined {
  if (name === null || cpf === null || phone === null) return undefined
  return { id, serviceId, variant, planId, party: { name, cpf, phone } }
}
