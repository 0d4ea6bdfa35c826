import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import type { TokenCookie } from '../../platform/token-cookie.ts'
import type { Send } from '../notifications/index.server.ts'
import type { DeviceCookie } from './device-cookie.server.ts'
import type { Documentos } from './documentos.server.ts'
import type { identityJobs } from './jobs.ts'
import type { IdentityMessageKind } from './message-kinds.ts'
import type { PasswordHasher } from './password-hash.server.ts'

/** Dependencies of the use cases. */
export interface Deps {
  database: Database
  clock: Clock
  newId: NewId
  enqueue: Enqueue<typeof identityJobs>
  notify: Send<IdentityMessageKind>
  passwords: PasswordHasher
  cookie: TokenCookie
  devices: DeviceCookie
  documentos: Documentos
  links: IdentityLinks
  recordEvent: RecordSecurityEvent
  /** Replaces an e-mail address in logs: always the same pseudonym, not reversible. */
  pseudonym: (email: string) => string
  /** Texts of the site whose words make bad passwords: the product's and the company's name. */
  siteWords: readonly string[]
}

/** Absolute URLs used in messages. */
interface IdentityLinks {
  auth(): string
  confirmEmail(token: string): string
  requestPasswordReset(): string
  resetPassword(token: string): string
}

/** Origin of a request, for rate limits and for the access log. */
export interface Origin {
  ip: string
  userAgent: string
  /** Stored in the log of security events. */
  requestId?: string | undefined
}
