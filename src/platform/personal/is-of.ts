import { type AnyColumn, eq, or, type SQL } from 'drizzle-orm'
import type { Person } from './personal-data.ts'

/**
 * Returns the condition for the rows of a person: those of the account, and those of an address or number. Undefined if none of
 * these is known.
 */
export function isOf(
  { userId, email, phone }: Person,
  columns: { userId: AnyColumn; email: AnyColumn; phone: AnyColumn },
): SQL | undefined {
  return or(
    userId ? eq(columns.userId, userId) : undefined,
    email ? eq(columns.email, email) : undefined,
    phone ? eq(columns.phone, phone) : undefined,
  )
}
