import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type TeamRole, teamRoles } from '../../core/roles.ts'
import { bytea, instant, oneOf } from '../../platform/database/columns.ts'

/** A team member's second factor: the secret shared with an authenticator app. */
export const teamSecondFactors = pgTable('team_second_factors', {
  userId: uuid('user_id').primaryKey(),
  /** Sealed, bound to the user. */
  secret: bytea().notNull(),
  createdAt: instant('created_at').notNull(),
  /** When its first code was entered; until then it protects nothing. */
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last accepted code: each is accepted only once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

/** Single-use codes for when the authenticator app is unavailable. */
export const teamRecoveryCodes = pgTable(
  'team_recovery_codes',
  {
    /** SHA-256 of the code. */
    codeHash: text('code_hash').primaryKey(),
    userId: uuid('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('team_recovery_codes_of_user').on(table.userId)],
)

/**
 * A browser in which a team member passed the second factor. It is valid only as long as the sign-in that it belongs
 * to.
 */
export const deskSessions = pgTable(
  'desk_sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    /** The sign-in (`sessions.id`): when it ends, the desk session ends too. */
    sessionId: uuid('session_id').notNull(),
    /** SHA-256 of the token in the cookie. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** When the second factor was last entered: sensitive actions require it again. */
    verifiedAt: instant('verified_at').notNull(),
    endedAt: instant('ended_at'),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    index('desk_sessions_of_user').on(table.userId, table.createdAt),
    index('desk_sessions_created_at').on(table.createdAt),
  ],
)

/** An invitation to the team, sent by e-mail. */
export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    role: text().$type<TeamRole>().notNull(),
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: uuid('invited_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    index('team_invitations_open')
      .on(table.createdAt)
      .where(sql`${table.acceptedAt} is null and ${table.withdrawnAt} is null`),
    check('team_invitations_role', oneOf(table.role, teamRoles)),
    check('team_invitations_email_lower', sql`${table.email} = lower(${table.email})`),
  ],
)
