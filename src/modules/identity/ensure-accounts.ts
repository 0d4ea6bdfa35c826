import { normalizeEmail } from '../../core/email.ts'
import type { Role } from '../../core/roles.ts'
import type { Deps } from './deps.ts'
import type { Profile } from './domain/person.ts'
import { credentialsOf, insertUser, upsertProfile } from './users.server.ts'

/** Creates confirmed accounts that do not exist yet (for demonstrations); leaves existing ones unchanged. */
export async function ensureAccounts(
  deps: Deps,
  wanted: readonly { email: string; password: string; role: Role; profile?: Partial<Profile> }[],
): Promise<void> {
  for (const { email: typed, password, role, profile = {} } of wanted) {
    const email = normalizeEmail(typed)
    if (await credentialsOf(deps.database, { email })) continue
    const passwordHash = await deps.passwords.hash(password)
    const now = deps.clock.now()
    const id = deps.newId()
    await deps.database.transaction(async (tx) => {
      const user = { id, email, role, passwordHash, now, confirmed: true }
      if (await insertUser(tx, user))
        await upsertProfile(tx, { userId: id, profile }, { now, documentos: deps.documentos })
    })
  }
}
