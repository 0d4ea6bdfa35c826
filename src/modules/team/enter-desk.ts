import { MINUTE } from '../../core/durations.ts'
import { networkOf } from '../../core/networks.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { allow, resetRateLimit } from '../../platform/rate-limit/rate-limit.ts'
import type { Deps } from './deps.ts'
import {
  endDeskSessions,
  insertDeskSession,
  networksBefore,
  recordVerified,
} from './desk-sessions-store.server.ts'
import { readRecoveryCode } from './domain/recovery-code.ts'
import {
  confirmSecondFactor,
  insertSecondFactor,
  lockSecondFactor,
  readSecondFactor,
  recordStep,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from './second-factor-store.server.ts'
import { acceptedStep, authenticatorUri, newSecret, secretOfSignIn } from './totp.server.ts'

/**
 * Limit for wrong codes of one account: five at once, then one every three minutes. A guess has one chance in 330,000.
 * Networks from which the member opened the desk before, and open desks, are counted separately: otherwise somebody who
 * knows the password could exhaust the limit.
 */
const codeLimit = { limit: 5, window: 15 * MINUTE } as const

/** The state of the second-factor page: a secret to scan when none is set up yet. */
export type SecondFactorStep = { step: 'enter' } | { step: 'set-up'; secret: string; uri: string }

/**
 * Returns the second-factor step for a team member who has entered a password. Creates a second factor the first time.
 *
 * @param sessionId the sign-in that the secret is shown to
 */
export async function secondFactorStep(
  { database, clock, cipher, siteName }: Pick<Deps, 'database' | 'clock' | 'cipher' | 'siteName'>,
  { userId, email, sessionId }: { userId: string; email: string; sessionId: string },
): Promise<SecondFactorStep> {
  let factor = await readSecondFactor(database, userId, cipher)
  if (!factor) {
    await insertSecondFactor(database, { userId, secret: newSecret(), now: clock.now() }, cipher)
    factor = await readSecondFactor(database, userId, cipher)
  }
  if (!factor) throw new Error('a second factor was not stored')
  if (factor.confirmedAt) return { step: 'enter' }
  const secret = secretOfSignIn(factor.secret, sessionId)
  return { step: 'set-up', secret, uri: authenticatorUri(secret, { issuer: siteName, account: email }) }
}

export type CodeRefusal = 'wrong_code' | 'too_many_attempts'

interface Entered {
  setCookie: string
  /** To be written down, the first time only. */
  recoveryCodes: readonly string[]
}

/**
 * Opens the desk in a browser, after a code of the authenticator app or a recovery code. Each is accepted only once.
 *
 * @param code as typed
 * @param sessionId the sign-in that the desk session belongs to
 */
export async function enterDesk(
  deps: Deps,
  entry: { userId: string; sessionId: string; code: string; ip: string; userAgent: string },
): Promise<Outcome<Entered, CodeRefusal>> {
  const { userId, sessionId, code, ip, userAgent } = entry
  const network = networkOf(ip)
  const isKnown = (await networksBefore(deps.database, userId)).has(network)
  const from = isKnown ? network : 'elsewhere'
  return verified(deps, { userId, code, from, sessionId }, async (tx, { isFirst, now }) => {
    const token = await insertDeskSession(tx, { id: deps.newId(), userId, sessionId, ip, userAgent, now })
    const recoveryCodes = isFirst ? await replaceRecoveryCodes(tx, { userId, now }) : []
    return { setCookie: deps.cookie.issue(token), recoveryCodes }
  })
}

/**
 * Verifies the second factor again, before a sensitive action.
 *
 * @returns the `Set-Cookie` with the new token of the desk session; one that ended meanwhile remains closed
 */
export async function confirmAgain(
  deps: Deps,
  { userId, deskSessionId, code }: { userId: string; deskSessionId: string; code: string },
): Promise<Outcome<{ setCookie: string }, CodeRefusal>> {
  return verified(deps, { userId, code, from: deskSessionId }, async (tx, { now }) => {
    const token = await recordVerified(tx, deskSessionId, now)
    return { setCookie: token === undefined ? deps.cookie.clear() : deps.cookie.issue(token) }
  })
}

/** Closes the desk in one browser. */
export async function leaveDesk(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { userId, deskSessionId }: { userId: string; deskSessionId: string },
): Promise<void> {
  await endDeskSessions(database, { userId, id: deskSessionId, now: clock.now() })
}

async function verified<T>(
  deps: Deps,
  { userId, code, from, sessionId }: { userId: string; code: string; from: string; sessionId?: string },
  then: (tx: Transaction, at: { isFirst: boolean; now: Date }) => Promise<T>,
): Promise<Outcome<T, CodeRefusal>> {
  const { database, clock, recordEvent } = deps
  const key = `second-factor:${userId}:${from}`
  const now = clock.now()
  if (!(await allow(database, { ...codeLimit, key, now })).allowed) {
    recordEvent('second-factor-slowed', { account: userId })
    return refuse('too_many_attempts')
  }
  const result = await database.transaction(async (tx) => {
    const accepted = await accept(tx, { userId, code, sessionId, now }, deps)
    return accepted ? ok(await then(tx, { ...accepted, now })) : refuse('wrong_code')
  })
  if (result.ok) {
    await resetRateLimit(database, { key })
    recordEvent('second-factor', { account: userId })
  } else recordEvent('second-factor-failed', { account: userId })
  return result
}

async function accept(
  tx: Transaction,
  {
    userId,
    code,
    sessionId,
    now,
  }: { userId: string; code: string; sessionId: string | undefined; now: Date },
  { cipher }: Pick<Deps, 'cipher'>,
): Promise<{ isFirst: boolean } | undefined> {
  const factor = await lockSecondFactor(tx, userId, cipher)
  const isFirst = factor?.confirmedAt === null
  const secret = isFirst ? sessionId && secretOfSignIn(factor.secret, sessionId) : factor?.secret
  if (!factor || !secret) return undefined
  const step = acceptedStep(secret, { typed: code, lastStep: factor.lastStep, now })
  if (step !== undefined) {
    if (isFirst) await confirmSecondFactor(tx, { userId, secret, now }, cipher)
    await recordStep(tx, { userId, step })
    return { isFirst }
  }
  const recovery = isFirst ? undefined : readRecoveryCode(code)
  if (recovery && (await spendRecoveryCode(tx, { userId, code: recovery, now }))) return { isFirst }
  return undefined
}
