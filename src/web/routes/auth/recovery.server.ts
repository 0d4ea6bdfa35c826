import { redirect } from 'react-router'
import { paths } from '../../paths.ts'
import { readCookie } from '../../session/cookies.server.ts'
import type { SignedCookie } from '../../session/signed-cookie.server.ts'

/*
 * A cookie carries the token of a recovery link to its form, so that the token leaves the URL and reaches neither history
 * nor logs.
 */

export async function recoveryToken(request: Request, cookie: SignedCookie): Promise<string | undefined> {
  const reading = await readCookie(request, cookie)
  return reading.state === 'read' ? reading.value : undefined
}

/** Longer than any token of ours: a stranger's link must not fill the cookies of its visitor. */
const maxToken = 100

/** Redirects /auth?recuperar=<token> to a URL without the token. Browsers keep the fragment (#type=recovery). */
export async function hideToken(token: string, cookie: SignedCookie): Promise<Response> {
  return redirect(paths.auth({ recuperacao: '1' }), {
    headers: { 'Set-Cookie': cookie.serialize(token.slice(0, maxToken)), 'Referrer-Policy': 'no-referrer' },
  })
}
