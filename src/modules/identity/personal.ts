import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { ErasureBlock, Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource, singlePageSource } from '../../platform/personal/rows-source.ts'
import type { Deps } from './deps.ts'
import { noDocumento } from './documentos.server.ts'
import { accounts, profiles, sessions, signUps, users, verifications } from './tables.server.ts'

/** Replaces the name of an erased person. */
const ERASED_NAME = 'Dados apagados'

/** The account, its access records, and sign-ups awaiting confirmation. */
export function identityPersonal({ documentos }: Pick<Deps, 'documentos'>): readonly PersonalSource[] {
  return [
    singlePageSource({
      kind: 'account',
      async read(executor, { userId }) {
        if (!userId) return []
        const [row] = await executor
          .select({
            id: users.id,
            email: users.email,
            name: profiles.nome,
            document: sql<string>`coalesce(${profiles.documento}, '')`,
            documentoSealed: profiles.documentoSealed,
            phone: profiles.telefone,
            accountType: profiles.tipoConta,
            createdAt: users.createdAt,
            confirmedAt: users.emailConfirmedAt,
            changedAt: profiles.updatedAt,
          })
          .from(users)
          .leftJoin(profiles, eq(profiles.userId, users.id))
          .where(eq(users.id, userId))
        if (!row) return []
        const { id, documentoSealed, ...fields } = row
        const document = documentos.inProfile(id, { documento: fields.document, documentoSealed })
        return [{ id, fields: { ...fields, document } }]
      },
      erase: eraseAccount,
    }),
    rowsSource({
      kind: 'access',
      table: sessions,
      id: sessions.id,
      where: ({ userId }) => (userId ? eq(sessions.userId, userId) : undefined),
      fields: {
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
        endedAt: sessions.endedAt,
        ip: sessions.ip,
        userAgent: sessions.userAgent,
      },
    }),
    rowsSource({
      kind: 'link',
      table: signUps,
      id: signUps.id,
      where: ({ email }) => (email ? eq(signUps.email, email) : undefined),
      // Not the name, CPF and telephone: the person who signed up may have mistyped the address (docs/decisions/0027).
      fields: { email: signUps.email, createdAt: signUps.createdAt, expiresAt: signUps.expiresAt },
      erase: 'delete',
    }),
  ]
}

/**
 * Removes the sign-in and the name. The row is kept, because orders, payments and the access records of six months
 * refer to its id. A returning person signs up again.
 */
async function eraseAccount(tx: Transaction, { userId }: Person, now: Date): Promise<void> {
  if (!userId) return
  await tx
    .update(users)
    .set({ email: `${userId}@apagado.invalid`, emailConfirmedAt: null, erasedAt: now })
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
  await tx
    .update(profiles)
    .set({ nome: ERASED_NAME, ...noDocumento, documentoIndex: null, telefone: '', updatedAt: now })
    .where(eq(profiles.userId, userId))
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await tx.delete(verifications).where(eq(verifications.userId, userId))
  await tx
    .update(sessions)
    .set({ endedAt: sql`coalesce(${sessions.endedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(sessions.userId, userId))
}

/**
 * A team member has to leave the team first. A person who proved an address that belongs to an account has to request the erasure
 * from within the account: otherwise its messages would be deleted, while the account and its debts remained.
 */
export async function identityBlocks(executor: Executor, { userId, email }: Person): Promise<ErasureBlock[]> {
  if (!userId) {
    if (!email) return []
    const accountOf = executor.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1)
    return (await accountOf).length > 0 ? ['account'] : []
  }
  const [row] = await executor.select({ role: users.role }).from(users).where(eq(users.id, userId))
  return row && row.role !== 'customer' ? ['team'] : []
}

/** Whether an account was erased; false for an unknown one. */
export async function isErased(executor: Executor, { userId }: { userId: string }): Promise<boolean> {
  const [row] = await executor.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, userId))
  return row?.erasedAt != null
}
