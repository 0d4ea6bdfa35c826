import { todayInSaoPaulo } from '../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { DueDayChoice } from '../catalogue/public.ts'
import type { ContractingDeps } from './deps.ts'
import { dueDaysOf } from './offer-of.ts'
import { type OpenDraft, readDraft } from './read-draft.ts'
import { updateDueDay } from './store.server.ts'

/** The due days available for a draft today, each with the first due date; empty for a plan without a choice. */
export function dueDayChoicesOf(
  { clock }: Pick<ContractingDeps, 'clock'>,
  { draft }: { draft: OpenDraft },
): DueDayChoice[] {
  return dueDaysOf({ ...draft, today: todayInSaoPaulo(clock.now()) })
}

/**
 * Sets the due day of a draft's instalments, before its contract is signed. The contract's text changes with it, so that a
 * previous text can no longer be signed. Refuses `unknown_day` for a day that is not offered.
 *
 * @param dueDay of the month (1 to 28) or of the week (0 is Sunday); null clears the choice
 */
export async function chooseDueDay(
  deps: Pick<ContractingDeps, 'database' | 'sealing' | 'proposals' | 'clock'>,
  { draftId, viewer, dueDay }: { draftId: string; viewer: { id: string }; dueDay: number | null },
): Promise<Outcome<null, 'not_found' | 'unknown_day'>> {
  const read = await readDraft(deps, { draftId, viewer })
  if (read.state !== 'open') return refuse('not_found')
  const isOffered = dueDayChoicesOf(deps, read).some(({ day }) => day === dueDay)
  if (dueDay !== null && !isOffered) return refuse('unknown_day')
  const now = deps.clock.now()
  const isOpen = await updateDueDay(deps.database, { draftId, userId: viewer.id, dueDay, now })
  return isOpen ? ok(null) : refuse('not_found')
}
