import { DAY } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { allow, releaseAttempt } from '../../platform/rate-limit/rate-limit.ts'
import { isSameSecret } from '../../platform/signing.ts'
import type { ConsultationsDeps } from './deps.ts'
import { normalizeCode, proofRule } from './domain/proof.ts'
import { codeText, liveLinkOfGuest } from './guest-link.ts'
import { countGuess, spendCode } from './results-store.server.ts'

/**
 * Checks a code. A wrong, an old and a missing code are refused alike; every guess counts, except the right one.
 *
 * @returns the id of the proven link, for `openResult`
 */
export async function checkResultCode(
  deps: ConsultationsDeps,
  { key, code }: { key: string; code: string },
): Promise<Outcome<string, 'no_link' | 'of_account' | 'wrong_code' | 'too_many'>> {
  const { database, clock, signer } = deps
  const found = await liveLinkOfGuest(deps, key)
  if (!found.ok) return found
  const linkId = found.value.link.id
  const now = clock.now()
  const perDay = {
    key: `lookup-guess:${linkId}`,
    limit: proofRule.guessesPerDay,
    window: DAY,
    now,
  }
  const allowance = await allow(database, perDay)
  if (!allowance.allowed) return refuse('too_many')
  const digest = await countGuess(database, { linkId, maxGuesses: proofRule.maxGuesses, now })
  const given = signer.digests(codeText(linkId, normalizeCode(code)))
  if (digest === undefined || !given.some((own) => isSameSecret(own, digest))) return refuse('wrong_code')
  if (!(await spendCode(database, { linkId, digest }))) return refuse('wrong_code')
  await releaseAttempt(database, perDay)
  return ok(linkId)
}
