import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import type { Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import type { ContractingDeps } from './deps.ts'
import type { ContractParty } from './domain/parties.ts'
import { openAcceptance, openAddendum } from './sealed-contracts.server.ts'
import { openCpf } from './sealed-drafts.server.ts'
import {
  contractAcceptances,
  contractAddenda,
  hiringDrafts,
  renegotiations,
  withdrawals,
} from './tables.server.ts'

/** Drafts and signed documents. Evidence is kept until the claims about it are barred. */
export function contractingPersonal({
  sealing,
}: Pick<ContractingDeps, 'sealing'>): readonly PersonalSource[] {
  return [
    rowsSource({
      kind: 'draft',
      table: hiringDrafts,
      id: hiringDrafts.id,
      where: isOpenDraftOf,
      fields: {
        owner: hiringDrafts.userId,
        service: hiringDrafts.serviceId,
        plan: hiringDrafts.planId,
        name: hiringDrafts.name,
        document: hiringDrafts.cpf,
        cpfSealed: hiringDrafts.cpfSealed,
        phone: hiringDrafts.phone,
        createdAt: hiringDrafts.createdAt,
        changedAt: hiringDrafts.updatedAt,
      },
      open({ owner, name, document, cpfSealed, ...fields }, id) {
        // Not the name and the CPF of a guest, who may have mistyped the number (docs/decisions/0027).
        if (owner === null) return fields
        return { name, document: openCpf(sealing, id, { cpf: document, cpfSealed }), ...fields }
      },
      erase: 'delete',
    }),
    rowsSource({
      kind: 'contract',
      table: contractAcceptances,
      id: contractAcceptances.id,
      where: ({ userId }) => (userId ? eq(contractAcceptances.userId, userId) : undefined),
      fields: {
        acceptedAt: contractAcceptances.acceptedAt,
        party: sql<ContractParty>`${contractAcceptances.party}`,
        sealed: contractAcceptances.sealed,
        email: contractAcceptances.email,
        ip: contractAcceptances.ip,
        userAgent: contractAcceptances.userAgent,
        ticked: sql`${contractAcceptances.ticked}`,
        sha256: contractAcceptances.sha256,
        text: contractAcceptances.text,
      },
      open: ({ acceptedAt, text, party: kept, sealed, ...fields }, id) => {
        const opened = openAcceptance({ id, text, party: kept, sealed }, sealing)
        const { name, cpf: document, phone } = opened.party
        return { acceptedAt, name, document, phone, ...fields, text: opened.text }
      },
    }),
    rowsSource({
      kind: 'contract',
      table: contractAddenda,
      id: contractAddenda.id,
      where: ({ userId }) =>
        userId
          ? sql`${contractAddenda.renegotiationId} in (select ${renegotiations.id} from ${renegotiations} where ${renegotiations.userId} = ${userId})`
          : undefined,
      fields: {
        acceptedAt: contractAddenda.acceptedAt,
        email: contractAddenda.email,
        ip: contractAddenda.ip,
        userAgent: contractAddenda.userAgent,
        sha256: contractAddenda.sha256,
        text: contractAddenda.text,
        sealed: contractAddenda.sealed,
      },
      open: ({ sealed, ...fields }, id) => ({
        ...fields,
        text: openAddendum({ id, text: fields.text, sealed }, sealing).text,
      }),
    }),
    rowsSource({
      kind: 'contract',
      table: renegotiations,
      id: renegotiations.id,
      where: ({ userId }) => (userId ? eq(renegotiations.userId, userId) : undefined),
      fields: {
        proposedAt: renegotiations.proposedAt,
        words: renegotiations.words,
        answer: renegotiations.answer,
        paymentType: renegotiations.paymentType,
        total: renegotiations.newAmount,
        status: renegotiations.status,
      },
    }),
    rowsSource({
      kind: 'contract',
      table: withdrawals,
      id: withdrawals.id,
      where: ({ userId }) =>
        userId
          ? sql`${withdrawals.orderId} in (select ${contractAcceptances.orderId} from ${contractAcceptances} where ${contractAcceptances.userId} = ${userId})`
          : undefined,
      fields: { withdrawnAt: withdrawals.withdrawnAt, refunded: withdrawals.refunded },
    }),
  ]
}

/**
 * Blocks signatures of an account's drafts until the caller's transaction ends: a signature in progress completes first, and its
 * order then prevents the erasure.
 */
export async function holdDrafts(tx: Transaction, { userId }: Person): Promise<void> {
  if (!userId) return
  const { orderId, userId: owner } = hiringDrafts
  await tx
    .select({ id: hiringDrafts.id })
    .from(hiringDrafts)
    .where(and(isNull(orderId), eq(owner, userId)))
    .for('update')
}

/** Drafts without an account are kept for days only: the telephone number is searched among those few. */
function isOpenDraftOf({ userId, phone }: Person): SQL | undefined {
  const { orderId, userId: owner, phone: typed } = hiringDrafts
  if (userId) return and(isNull(orderId), eq(owner, userId))
  return phone ? and(isNull(orderId), isNull(owner), eq(typed, phone)) : undefined
}
