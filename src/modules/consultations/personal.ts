import { and, eq, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from '../../platform/database/database.ts'
import type { ErasureBlock, Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import { isOfContact } from './contact-index.ts'
import type { ConsultationsDeps } from './deps.ts'
import { endedStatuses, unpaidStatuses } from './domain/consultation.ts'
import { openContent } from './results-store.server.ts'
import { openSubject, sealSubject } from './store.server.ts'
import {
  consultationCodes,
  consultationLinks,
  consultationResults,
  consultations,
  consultationViews,
} from './tables.server.ts'

type PersonalDeps = Pick<ConsultationsDeps, 'cipher' | 'enqueue' | 'payments'>

/** The look-ups that a person bought: buyer and subject, the declaration, the results, and their views. */
export function consultationsPersonal({
  cipher,
  enqueue,
  payments,
}: PersonalDeps): readonly PersonalSource[] {
  return [
    lookupSource(cipher, 'lookup', isNotNull(consultations.paidAt)),
    {
      ...lookupSource(cipher, 'unpaid-lookup', isNull(consultations.paidAt)),
      async erase(tx, person, now) {
        const whose = isOf(cipher, person)
        if (whose)
          await eraseSubjects(
            tx,
            { where: and(whose, isNull(consultations.paidAt)), now },
            { cipher, payments },
          )
      },
    },
    {
      ...rowsSource({
        kind: 'lookup-result',
        table: consultationResults,
        id: consultationResults.id,
        where(person) {
          const readable = ofReadable(cipher, person, consultationResults.consultationId)
          return readable && and(readable, isNotNull(consultationResults.version))
        },
        fields: {
          version: consultationResults.version,
          correction: consultationResults.correction,
          content: consultationResults.content,
          deliveredAt: consultationResults.deliveredAt,
          erasedAt: consultationResults.erasedAt,
        },
        open({ version, correction, content, deliveredAt, erasedAt }, id) {
          const { text = null, fileName = null } = content ? openContent(cipher, id, content) : {}
          return { version, correction, text, fileName, deliveredAt, erasedAt }
        },
      }),
      async erase(tx, person, now) {
        const ids = await idsOf(tx, cipher, person)
        if (ids.length === 0) return
        for (const consultationId of ids) await payments.erasePayer(tx, { consultationId })
        const results = inArray(consultationResults.consultationId, ids)
        const erased = await tx
          .update(consultationResults)
          .set({ content: null, correction: null, erasedAt: now })
          .where(and(results, isNull(consultationResults.erasedAt)))
          .returning({ key: consultationResults.storageKey })
        for (const { key } of erased) if (key) await enqueue(tx, 'consultations.erase-file', { key })
        const links = tx
          .select({ id: consultationLinks.id })
          .from(consultationLinks)
          .where(inArray(consultationLinks.consultationId, ids))
        await tx.delete(consultationCodes).where(inArray(consultationCodes.linkId, links))
        await tx.delete(consultationLinks).where(inArray(consultationLinks.consultationId, ids))
      },
    },
    rowsSource({
      kind: 'access',
      table: consultationViews,
      id: consultationViews.id,
      where: (person) => ofReadable(cipher, person, consultationViews.consultationId),
      fields: {
        createdAt: consultationViews.at,
        network: consultationViews.network,
        part: consultationViews.what,
      },
    }),
  ]
}

function lookupSource(cipher: Cipher, kind: 'lookup' | 'unpaid-lookup', which: SQL): PersonalSource {
  return rowsSource({
    kind,
    table: consultations,
    id: consultations.id,
    where(person) {
      const readable = mayRead(cipher, person)
      return readable && and(readable, which, isNull(consultations.erasedAt))
    },
    fields: {
      lookup: consultations.kind,
      subject: consultations.subject,
      declaration: consultations.declarationVersion,
      createdAt: consultations.declaredAt,
      ip: consultations.declaredIp,
      userAgent: consultations.declaredUserAgent,
      paidAt: consultations.paidAt,
      deliveredAt: consultations.deliveredAt,
    },
    open({ lookup, subject: sealed, ...fields }, id) {
      const { name, cpf: document, phone, email = null } = openSubject(cipher, { id, subject: sealed })
      return { lookup, name, document, phone, email, ...fields }
    },
  })
}

/** Condition for rows about look-ups that a person may read. */
function ofReadable(cipher: Cipher, person: Person, consultationId: AnyPgColumn): SQL | undefined {
  const readable = mayRead(cipher, person)
  return (
    readable && sql`${consultationId} in (select ${consultations.id} from ${consultations} where ${readable})`
  )
}

async function idsOf(executor: Executor, cipher: Cipher, person: Person): Promise<string[]> {
  const whose = isOf(cipher, person)
  if (!whose) return []
  const rows = await executor.select({ id: consultations.id }).from(consultations).where(whose)
  return rows.map(({ id }) => id)
}

/**
 * Condition for the look-ups of a person: of their account, or a guest's with their e-mail or telephone number. The contact that an
 * account typed proves nothing: it may be mistyped, and a look-up of an account belongs to the account alone (docs/decisions/0039).
 */
export function isOf(
  cipher: Cipher,
  { userId, email, phone }: Pick<Person, 'userId' | 'email' | 'phone'>,
): SQL | undefined {
  const ofContact = isOfContact(cipher, { email, phone })
  return or(
    userId ? eq(consultations.userId, userId) : undefined,
    ofContact && and(isNull(consultations.userId), ofContact),
  )
}

/** Condition for the look-ups that a person may read: not a guest's whose links the team revoked, as for a wrong contact. */
function mayRead(cipher: Cipher, person: Person): SQL | undefined {
  const whose = isOf(cipher, person)
  const { consultationId, revokedAt } = consultationLinks
  const isRevoked = sql`(select bool_and(${revokedAt} is not null) from ${consultationLinks} where ${consultationId} = ${consultations.id}) is true`
  return whose && and(whose, or(isNotNull(consultations.userId), not(isRevoked)))
}

/** Paid look-ups that are not delivered, and open money of any look-up, from any of its charges. */
export async function lookupBlocks(
  executor: Executor,
  person: Person,
  { cipher, payments }: Pick<ConsultationsDeps, 'cipher' | 'payments'>,
): Promise<ErasureBlock[]> {
  const whose = isOf(cipher, person)
  if (!whose) return []
  const own = await executor
    .select({ id: consultations.id, status: consultations.status })
    .from(consultations)
    .where(whose)
  const open = await payments.lookupMoneyBlocks(executor, { consultationIds: own.map(({ id }) => id) })
  return [...(own.some(({ status }) => status === 'paid') ? (['lookup'] as const) : []), ...open]
}

/** The sealed content after the subject was erased. */
const nobody = { cpf: '', name: '', phone: '', email: undefined }

/**
 * Erases the buyer's and subject's data, and the network address and browser of the request; the row and its money are kept.
 *
 * @returns the number of rows
 */
export async function eraseSubjects(
  executor: Executor,
  { where, now }: { where: SQL | undefined; now: Date },
  { cipher, payments }: Pick<ConsultationsDeps, 'cipher' | 'payments'>,
): Promise<number> {
  const rows = await executor
    .select({ id: consultations.id })
    .from(consultations)
    .where(and(where, isNull(consultations.erasedAt)))
    .limit(500)
  for (const { id } of rows) {
    await payments.erasePayer(executor, { consultationId: id })
    await executor
      .update(consultations)
      .set({
        subject: sealSubject(cipher, id, nobody),
        contactIndex: [],
        digest: id,
        declaredIp: '',
        declaredUserAgent: '',
        erasedAt: now,
      })
      .where(eq(consultations.id, id))
  }
  return rows.length
}

/** Look-ups past their retention period: unpaid ones soon, the others together with the claims about them. */
export function isPast({ unpaidBefore, before }: { unpaidBefore: Date; before: Date }): SQL | undefined {
  const { createdAt, status, paidAt } = consultations
  return or(
    and(lt(createdAt, unpaidBefore), isNull(paidAt), inArray(status, [...unpaidStatuses])),
    and(lt(createdAt, before), inArray(status, [...endedStatuses])),
  )
}
