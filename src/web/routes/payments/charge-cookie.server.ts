import { isUuid } from '../../../core/ids.ts'
import type { Config } from '../../../platform/config/config.ts'
import { cookiesFor, readCookie } from '../../session/cookies.server.ts'

type Session = Config['session']

/** The charge the person is paying, by their signed cookie. */
export async function chargeInSession(request: Request, session: Session): Promise<string | undefined> {
  const read = await readCookie(request, cookiesFor(session).charge)
  return read.state === 'read' && isUuid(read.value) ? read.value : undefined
}

export async function rememberCharge(chargeId: string, session: Session): Promise<string> {
  return cookiesFor(session).charge.serialize(chargeId)
}

/** The order whose contract was just signed in this browser: what it asks for is paid first. */
export async function orderJustSigned(request: Request, session: Session): Promise<string | undefined> {
  const read = await readCookie(request, cookiesFor(session).order)
  return read.state === 'read' && isUuid(read.value) ? read.value : undefined
}
