import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { TokenCookie } from '../../platform/token-cookie.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { TeamMessageKind } from './message-kinds.ts'

/** Absolute URLs used in messages. */
interface TeamLinks {
  auth(): string
  invitation(token: string): string
}

/** Dependencies of the use cases; each picks those it needs. */
export interface Deps {
  database: Database
  clock: Clock
  newId: NewId
  cipher: Cipher
  identity: Pick<
    Identity,
    | 'createTeamAccount'
    | 'changeRole'
    | 'endSessionsOf'
    | 'endSessionsOfAll'
    | 'hashNewPassword'
    | 'roleOf'
    | 'teamAccounts'
  >
  send: Send<TeamMessageKind>
  cookie: TokenCookie
  links: TeamLinks
  recordEvent: RecordSecurityEvent
  /** Accounts of a demonstration with published second factors; empty otherwise. */
  published: readonly { email: string; role: string; secondFactor: string }[]
  /** The issuer name that authenticator apps show. */
  siteName: string
}
