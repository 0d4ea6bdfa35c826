import { bind } from '../../core/use-case.ts'
import { checkAuthenticity } from './check-authenticity.ts'
import type { AuthenticityDeps } from './deps.ts'

/** Checks whether a site, a key, a phone number, an e-mail or a Pix code that a person received is ours. */
export function createAuthenticity(deps: AuthenticityDeps) {
  const { bound } = bind(deps)
  return { check: bound(checkAuthenticity) }
}
