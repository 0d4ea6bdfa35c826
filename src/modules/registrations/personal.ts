import type { PersonalSource } from '../../platform/personal/personal-data.ts'
import { singlePageSource } from '../../platform/personal/rows-source.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import { deleteRegistrations, findRegistrations } from './store.server.ts'

/** A customer's registrations, of themselves and of their company. */
export function registrationsPersonal({ cipher }: { cipher: Cipher }): PersonalSource {
  return singlePageSource({
    kind: 'account',
    async read(executor, { userId }) {
      if (!userId) return []
      const saved = await findRegistrations(executor, { cipher, userId })
      return saved.map(({ tipoPessoa, dados, savedAt }) => ({
        id: `${userId}/${tipoPessoa}`,
        fields: { ...dados, changedAt: savedAt },
      }))
    },
    async erase(tx, { userId }) {
      if (userId) await deleteRegistrations(tx, userId)
    },
  })
}
