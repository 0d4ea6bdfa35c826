import { DEMO_ACCOUNTS, type DEMO_TEAM } from '../../src/platform/demo.ts'
import type { Browser, Web } from './web.ts'

/** Returns a demonstration account by its role. */
export function demoAccount(role: (typeof DEMO_ACCOUNTS)[number]['role']) {
  const account = DEMO_ACCOUNTS.find((other) => other.role === role)
  if (!account) throw new Error(`no demonstration account has the role ${role}`)
  return account
}

/** Returns a browser in which an account has entered its password. */
export async function signedIn(
  web: Web,
  { email, password }: { email: string; password: string },
): Promise<Browser> {
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password })
  return browser
}

/** Returns a browser in which a team member has opened the desk. Waits for the next code, because none is accepted twice. */
export async function atDesk(web: Web, role: (typeof DEMO_TEAM)[number]['role']): Promise<Browser> {
  web.pass(1)
  const account = demoAccount(role)
  const browser = await signedIn(web, account)
  const entered = await browser.post('/painel/entrar', { codigo: codeOf(web, account.email) })
  if (entered.headers.get('Location') !== '/painel')
    throw new Error(`the desk did not open: ${entered.status}`)
  return browser
}

/** Returns the current code of a demonstration account's second factor. */
export function codeOf(web: Web, email: string): string {
  return web.app.team.publishedCodes().find((published) => published.email === email)?.code ?? ''
}
