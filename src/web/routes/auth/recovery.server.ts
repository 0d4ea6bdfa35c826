import { type Cookie, createCookie, redirect } from 'react-router'
import type { Config } from '../../../platform/config/config.ts'
import { readCookie } from '../../session/cookies.server.ts'

const jars = new Map<string, Cookie>()

/**
 * Carries the token of a recovery link from the address, where it would reach histories and logs, to the form that
 * uses it. Sent to /auth alone; lasts as long as the link itself.
 */
export function recoveryCookie({ session: { secret, secure } }: Pick<Config, 'session'>): Cookie {
  const key = `${secure}:${secret}`
  const cookie =
    jars.get(key) ??
    createCookie('rc_recuperacao', {
      path: '/auth',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      secrets: [secret],
      maxAge: 60 * 60,
    })
  jars.set(key, cookie)
  return cookie
}

export async function recoveryToken(request: Request, cookie: Cookie): Promise<string | undefined> {
  const reading = await readCookie(request, cookie)
  return reading.state === 'read' ? reading.value : undefined
}

/** From /auth?recuperar=<token> to a clean address. A browser keeps the fragment (#type=recovery) on its own. */
export async function hideToken(token: string, cookie: Cookie): Promise<Response> {
  return redirect('/auth?recuperacao=1', { headers: { 'Set-Cookie': await cookie.serialize(token) } })
}
