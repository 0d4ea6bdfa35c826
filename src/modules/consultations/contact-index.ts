import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { Subject } from './domain/consultation.ts'
import { openSubject } from './store.server.ts'
import { consultations } from './tables.server.ts'

const purpose = 'consultation-contact'
const rowsAtOnce = 200

/** The blind indexes of a buyer's e-mail and telephone, as they are stored. */
export function contactIndexOf(cipher: Cipher, { email, phone }: Pick<Subject, 'email' | 'phone'>): string[] {
  const index = cipher.blindIndex(purpose)
  return [email?.toLowerCase(), phone].flatMap((value) => (value ? [index.of(value)] : []))
}

/** Condition for the rows whose buyer gave this e-mail or this telephone number. */
export function isOfContact(
  cipher: Cipher,
  { email, phone }: { email: string | undefined; phone: string | undefined },
): SQL | undefined {
  const index = cipher.blindIndex(purpose)
  const among = [email, phone].flatMap((value) => (value ? index.among(value) : []))
  if (among.length === 0) return undefined
  return sql`${consultations.contactIndex} && array[${sql.join(
    among.map((each) => sql`${each}`),
    sql`, `,
  )}]::text[]`
}

/**
 * Writes the index for the rows of earlier releases and, after a key rotation, a new one for rows with the former key, while
 * others read and write. @returns the number of rows
 */
export async function indexContacts(
  { database, cipher }: { database: Database; cipher: Cipher },
  { all }: { all: boolean },
): Promise<number> {
  const index = cipher.blindIndex(purpose)
  let made = 0
  let after: string | undefined
  for (;;) {
    const { id, subject, contactIndex } = consultations
    const rows = await database
      .select({ id, subject, contactIndex })
      .from(consultations)
      .where(and(all ? undefined : isNull(contactIndex), after ? gt(id, after) : undefined))
      .orderBy(asc(id))
      .limit(rowsAtOnce)
    for (const row of rows) {
      after = row.id
      if (row.contactIndex?.every((each) => index.isCurrent(each))) continue
      await database
        .update(consultations)
        .set({ contactIndex: contactIndexOf(cipher, openSubject(cipher, row)) })
        // Unless its person was erased meanwhile.
        .where(
          and(
            eq(id, row.id),
            eq(subject, row.subject),
            row.contactIndex === null ? isNull(contactIndex) : eq(contactIndex, row.contactIndex),
          ),
        )
      made += 1
    }
    if (rows.length < rowsAtOnce) return made
  }
}
