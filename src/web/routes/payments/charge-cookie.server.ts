import { isUuid } from '../../../core/ids.ts'
import { cookiesFor, readCookie } from '../../session/cookies.server.ts'
import type { CookieKeys } from '../../session/signed-cookie.server.ts'

type Session = CookieKeys

/** Returns the id of the charge being paid, from its signed cookie. */
export async function chargeInCookie(request: Request, session: Session): Promise<string | undefined> {
  const read = await readCookie(request, cookiesFor(session).charge)
  return read.state === 'read' && isUuid(read.value) ? read.value : undefined
}

export async function rememberCharge(chargeId: string, session: Session): Promise<string> {
  return cookiesFor(session).charge.serialize(chargeId)
}

/** Returns the id of the order signed last in this browser, from its cookie: /payment shows it first. */
export async function signedOrderInCookie(request: Request, session: Session): Promise<string | undefined> {
  const read = await readCookie(request, cookiesFor(session).order)
  return read.state === 'read' && isUuid(read.value) ? read.value : undefined
}
