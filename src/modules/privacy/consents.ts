import type { Executor } from '../../platform/database/database.ts'
import type { PrivacyDeps } from './deps.ts'
import { type ConsentPurpose, consentPurposes } from './domain/request.ts'
import { insertConsent, lastConsents } from './store.server.ts'

/** Changes of a consent that are shown; the copy of a person's data has all. */
const HISTORY = 50

/** The current consent of a person for a purpose, and its history. */
export interface OwnConsent {
  purpose: ConsentPurpose
  isGiven: boolean
  /** The last changes, newest first. */
  history: { isGiven: boolean; at: Date; version: string }[]
}

/** Every purpose that depends on consent; not given by default. */
export async function ownConsents(
  { database }: Pick<PrivacyDeps, 'database'>,
  { userId }: { userId: string },
): Promise<OwnConsent[]> {
  return Promise.all(
    consentPurposes.map(async (purpose) => {
      const history = await lastConsents(database, { userId, purpose, limit: HISTORY })
      return { purpose, isGiven: history[0]?.isGiven ?? false, history }
    }),
  )
}

/** Gives or withdraws a consent; an unchanged state is not recorded again. */
export async function setConsent(
  deps: Pick<PrivacyDeps, 'database' | 'clock' | 'newId'>,
  {
    userId,
    purpose,
    isGiven,
    version,
  }: { userId: string; purpose: ConsentPurpose; isGiven: boolean; version: string },
): Promise<void> {
  const { database, clock, newId } = deps
  if ((await hasConsent(database, { userId, purpose })) === isGiven) return
  await insertConsent(database, { id: newId(), userId, purpose, isGiven, version, at: clock.now() })
}

/** Whether a person currently consents to a purpose: checked before every use that depends on it. */
export async function hasConsent(
  executor: Executor,
  { userId, purpose }: { userId: string; purpose: ConsentPurpose },
): Promise<boolean> {
  const [current] = await lastConsents(executor, { userId, purpose, limit: 1 })
  return current?.isGiven ?? false
}
