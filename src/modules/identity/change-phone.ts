import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps, Origin } from './deps.ts'
import { sendPhoneChanged } from './emails.server.ts'
import type { TooMany } from './public.ts'
import { checkLimits } from './rate-limits.server.ts'
import { findSession, isSessionLive } from './sessions.server.ts'
import { updateProfile } from './update-profile.ts'
import { lockCredentials } from './users.server.ts'

/**
 * Changes the telephone number of the session's user. The number is only typed, as at sign-up: it proves nothing, and a consent to
 * messages by WhatsApp keeps the number that it was given for. Tells the account's address, because a thief of the session would be
 * called from then on.
 *
 * @returns refuses `signed_out` also when the session ended, or the account was erased, in the meantime
 */
export async function changePhone(
  deps: Deps,
  { headers, phone, ...from }: { headers: Headers; phone: string } & Partial<Origin>,
): Promise<Outcome<null, 'signed_out'> | TooMany> {
  const token = deps.cookie.read(headers)
  const now = deps.clock.now()
  const session = token && (await findSession(deps.database, token, now, deps.documentos))
  if (!session) return refuse('signed_out')
  const tooMany = await checkLimits(deps, { changePhoneBySession: { account: session.id } })
  if (tooMany) return tooMany
  const userId = session.viewer.id
  const isChanged = await deps.database.transaction(async (tx) => {
    const account = await lockCredentials(tx, userId, 'update')
    if (!account || !(await isSessionLive(tx, { id: session.id, userId, now }))) return false
    await updateProfile(tx, { userId, telefone: phone }, deps)
    await sendPhoneChanged(tx, account, deps)
    return true
  })
  if (!isChanged) return refuse('signed_out')
  deps.recordEvent('phone-changed', { account: userId, ip: from.ip, requestId: from.requestId })
  return ok(null)
}
