import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { Send } from '../notifications/index.server.ts'
import type { identityJobs } from './jobs.ts'
import type { IdentityMessageKind } from './message-kinds.ts'
import type { PasswordHasher } from './password-hash.server.ts'
import type { SessionCookie } from './session-cookie.server.ts'

/** What the use cases are built over. */
export interface Deps {
  database: Database
  clock: Clock
  newId: NewId
  enqueue: Enqueue<typeof identityJobs>
  notify: Send<IdentityMessageKind>
  passwords: PasswordHasher
  cookie: SessionCookie
  links: IdentityLinks
}

/** Addresses that its messages lead to, with the site's origin. */
interface IdentityLinks {
  auth(): string
  confirmEmail(token: string): string
  requestPasswordReset(): string
  resetPassword(token: string): string
}

/** Where a request came from: for limits, and for the record of access. */
export interface Origin {
  ip: string
  userAgent: string
}
