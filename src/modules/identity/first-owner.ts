import { eq } from 'drizzle-orm'
import { normalizeEmail } from '../../core/email.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { lockName } from '../../platform/database/named-lock.ts'
import { checkPasswordOf } from './check-password.server.ts'
import type { Deps } from './deps.ts'
import type { PasswordRefusal } from './domain/account.ts'
import { isEmail } from './domain/credentials.ts'
import { users } from './tables.server.ts'
import { insertUser } from './users.server.ts'

/** Whether the shop has an account that may grant roles: a new shop has no team. */
export async function hasOwner(executor: Executor): Promise<boolean> {
  const [owner] = await executor.select({ id: users.id }).from(users).where(eq(users.role, 'owner')).limit(1)
  return owner !== undefined
}

/** Returns the password hash for a new team account; the password is checked like a customer's. */
export async function hashNewPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
): Promise<Outcome<string, PasswordRefusal>> {
  const checked = await checkPasswordOf(deps, { password, person: { email: normalizeEmail(email) } })
  return checked.ok ? ok(await deps.passwords.hash(password)) : checked
}

/** Checks that the team has no owner and that this is an address. @returns the address as it is stored */
export async function checkFirstOwner(
  executor: Executor,
  { email: typed }: { email: string },
): Promise<Outcome<string, 'email_invalid' | 'owner_exists'>> {
  const email = normalizeEmail(typed)
  if (!isEmail(email)) return refuse('email_invalid')
  return (await hasOwner(executor)) ? refuse('owner_exists') : ok(email)
}

/**
 * Creates the first account of the team, confirmed, with the role `owner`. Anyone who can run commands on the server may
 * call it, so it does nothing once there is an owner: of two concurrent calls one is refused.
 *
 * @returns the user id
 */
export async function createFirstOwner(
  tx: Transaction,
  { email: typed, passwordHash }: { email: string; passwordHash: string },
  { clock, newId }: Deps,
): Promise<Outcome<string, 'email_invalid' | 'owner_exists' | 'email_taken'>> {
  await lockName(tx, 'first-owner')
  const checked = await checkFirstOwner(tx, { email: typed })
  if (!checked.ok) return checked
  const email = checked.value
  const id = newId()
  const user = { id, email, role: 'owner' as const, passwordHash, now: clock.now(), confirmed: true }
  if (!(await insertUser(tx, user))) return refuse('email_taken')
  return ok(id)
}
