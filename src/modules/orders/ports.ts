import type { Executor } from '../../platform/database/database.ts'

/** Where an owner of orders is written to. Read on the executor it is given, inside the caller's transaction. */
export type ContactOf = (
  executor: Executor,
  userId: string,
) => Promise<{ email: string; nome: string } | undefined>

/** The part of notifications' door that orders use. */
export type SendMessage = (
  executor: Executor,
  message: { to: string; channel: 'email'; subject: string; text: string; userId: string; kind: string },
) => Promise<unknown>
