import { eq, inArray } from 'drizzle-orm'
import type { PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource, singlePageSource } from '../../platform/personal/rows-source.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import { personKeys } from './person-key.ts'
import { openRequest, privacyLinksOf } from './store.server.ts'
import { consents, privacyLinks, privacyRequests } from './tables.server.ts'

/** A person's requests and consents. */
export function privacyPersonal({ cipher }: { cipher: Cipher }): readonly PersonalSource[] {
  return [
    rowsSource({
      kind: 'request',
      table: privacyRequests,
      id: privacyRequests.id,
      where: (person) => inArray(privacyRequests.personKey, personKeys(cipher, person)),
      fields: {
        asked: privacyRequests.kind,
        sealed: privacyRequests.sealed,
        status: privacyRequests.status,
        createdAt: privacyRequests.createdAt,
        answeredAt: privacyRequests.decidedAt,
      },
      open({ asked, sealed, status, createdAt, answeredAt }, id) {
        const { words, answer } = openRequest(cipher, { id, sealed })
        return { asked, words, status, createdAt, answer: answer ?? null, answeredAt }
      },
    }),
    singlePageSource({
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
    }),
    rowsSource({
      kind: 'consent',
      table: consents,
      id: consents.id,
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
