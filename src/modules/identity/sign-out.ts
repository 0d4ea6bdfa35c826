import type { Deps } from './deps.ts'
import { endSession } from './sessions.server.ts'

/** Ends the session of a request, if there is one. @returns the `Set-Cookie` that removes the cookie */
export async function signOut(deps: Deps, { headers }: { headers: Headers }): Promise<string> {
  const token = deps.cookie.read(headers)
  if (token !== undefined) await endSession(deps.database, token, deps.clock.now())
  return deps.cookie.clear()
}
