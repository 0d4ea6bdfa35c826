import { eq, inArray } from 'drizzle-orm'
import type { Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import { personKeys } from './person-key.ts'
import { openRequest, privacyLinksOf, requestsOfPerson } from './store.server.ts'
import { consents, privacyLinks } from './tables.server.ts'

/** A person's requests and consents. */
export function privacyPersonal({ cipher }: { cipher: Cipher }): readonly PersonalSource[] {
  return [
    {
      kind: 'request',
      async read(executor, person: Person) {
        const rows = await requestsOfPerson(executor, personKeys(cipher, person))
        return rows.map((row) => {
          const { words, answer } = openRequest(cipher, row)
          return {
            id: row.id,
            fields: {
              asked: row.kind,
              words,
              status: row.status,
              createdAt: row.createdAt,
              answer: answer ?? null,
              answeredAt: row.decidedAt,
            },
          }
        })
      },
    },
    {
      kind: 'link',
      async read(executor, person) {
        const links = await privacyLinksOf(executor, cipher, person)
        return links.map(({ id, email, phone, createdAt, expiresAt }) => ({
          id,
          fields: { to: email ?? phone ?? null, createdAt, expiresAt },
        }))
      },
      async erase(tx, person) {
        const ids = (await privacyLinksOf(tx, cipher, person)).map(({ id }) => id)
        if (ids.length > 0) await tx.delete(privacyLinks).where(inArray(privacyLinks.id, ids))
      },
    },
    rowsSource({
      kind: 'consent',
      table: consents,
      ...{ id: consents.id, at: consents.at },
      where: ({ userId }) => (userId ? eq(consents.userId, userId) : undefined),
      fields: {
        purpose: consents.purpose,
        isGiven: consents.isGiven,
        version: consents.version,
        createdAt: consents.at,
      },
      erase: 'delete',
    }),
  ]
}
