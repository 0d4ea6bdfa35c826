import { isNotNull } from 'drizzle-orm'
import type { SealedColumn } from '../../platform/storage/reseal.ts'
import { type SealableRows, type Sealing, sealableRows } from '../../platform/storage/sealing.ts'
import { hiringDrafts } from './tables.server.ts'

/**
 * A CPF as stored in a draft's row: sealed, or in plain text in a row of an earlier release. Null after the draft was
 * signed.
 */
export interface StoredCpf {
  cpf: string | null
  cpfSealed: Uint8Array | null
}

/** Both columns of a draft's CPF, so that a previous value does not remain in the other column. */
export function sealCpf({ cipher, isDue }: Sealing, draftId: string, cpf: string): StoredCpf {
  if (!isDue()) return { cpf, cpfSealed: null }
  return { cpf: null, cpfSealed: cipher.seal(nameOf(draftId), Buffer.from(cpf, 'utf8')) }
}

export function openCpf(
  { cipher }: Pick<Sealing, 'cipher'>,
  draftId: string,
  { cpf, cpfSealed }: StoredCpf,
): string | null {
  // A plain-text value beside a sealed one is the newer: a process of the previous release wrote it later.
  if (cpf !== null || !cpfSealed) return cpf
  return Buffer.from(cipher.open(nameOf(draftId), cpfSealed)).toString('utf8')
}

/** The drafts of earlier releases, whose CPF is stored in plain text. */
export const readableDrafts = { table: hiringDrafts, where: isNotNull(hiringDrafts.cpf) }

/** The job that encrypts the drafts of earlier releases. */
export function sealableDrafts(sealing: Sealing): SealableRows {
  return sealableRows({
    ...readableDrafts,
    id: hiringDrafts.id,
    idOf: ({ id }) => id,
    seal: ({ id, cpf }) => sealCpf(sealing, id, cpf ?? ''),
    read: (row) => openCpf(sealing, row.id, row) ?? '',
  })
}

/** Binds a ciphertext to its row, so that it cannot be moved to another row. */
function nameOf(draftId: string): string {
  return `hiring-draft-cpf/v1/${draftId}`
}

/** Used to rotate the encryption key. */
export const sealedDrafts: SealedColumn = {
  column: hiringDrafts.cpfSealed,
  row: [hiringDrafts.id],
  nameOf,
}
