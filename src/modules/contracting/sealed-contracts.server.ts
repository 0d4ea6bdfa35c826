import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isNull, sql } from 'drizzle-orm'
import { StorageError } from '../../platform/storage/blob-store.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { SealedColumn } from '../../platform/storage/reseal.ts'
import { type SealableRows, type Sealing, sealableRows } from '../../platform/storage/sealing.ts'
import type { ContractParty } from './domain/parties.ts'
import { contractAcceptances, contractAddenda } from './tables.server.ts'

type StoredAcceptance = typeof contractAcceptances.$inferSelect
type StoredAddendum = typeof contractAddenda.$inferSelect
/** A record with its text and its party decrypted; both empty after they were erased. */
export type AcceptanceRow = Omit<StoredAcceptance, 'sealed'>
/** A record with its text decrypted; empty after it was erased. */
export type AddendumRow = Omit<StoredAddendum, 'sealed'>

/** The columns of a row that are sealed, or hold the sealed content. */
export type SealedAcceptance = Pick<StoredAcceptance, 'id' | 'text' | 'party' | 'sealed'>
export type SealedAddendum = Pick<StoredAddendum, 'id' | 'text' | 'sealed'>

/** Decrypts stored records. */
export interface Opening {
  cipher: Cipher
  /**
   * When true, content that cannot be decrypted is left as the columns have it, and its hashes show that it was
   * changed. Otherwise it is an error.
   */
  isLenient?: true
}

/**
 * Opens records for verification, or for their unsealed fields: a customer can withdraw even from a contract whose record
 * was changed.
 */
export function lenientOpening({ cipher }: Pick<Sealing, 'cipher'>): Opening {
  return { cipher, isLenient: true }
}

const emptyParty: ContractParty = { name: '', cpf: '', phone: '' }

/** The columns of a contract's text and party: sealed, or in plain text while the previous release has to read them. */
export function sealAcceptance(
  { cipher, isDue }: Sealing,
  { id, text, party }: Pick<AcceptanceRow, 'id' | 'text' | 'party'>,
): Pick<StoredAcceptance, 'text' | 'party' | 'sealed'> {
  if (!isDue()) return { text, party, sealed: null }
  return { text: '', party: emptyParty, sealed: sealed(cipher, acceptanceName(id), { text, party }) }
}

/** The columns of an addendum's text. */
export function sealAddendum(
  { cipher, isDue }: Sealing,
  { id, text }: Pick<AddendumRow, 'id' | 'text'>,
): Pick<StoredAddendum, 'text' | 'sealed'> {
  if (!isDue()) return { text, sealed: null }
  return { text: '', sealed: sealed(cipher, addendumName(id), { text }) }
}

/** @throws StorageError for a record that cannot be decrypted, unless the opening is lenient */
export function openAcceptance<Row extends SealedAcceptance>(
  { sealed, ...row }: Row,
  opening: Opening,
): Omit<Row, 'sealed'> {
  const { text, party } = row
  const isEmpty = [text, party.name, party.cpf, party.phone].every((column) => column === '')
  return sealed ? { ...row, ...opened(acceptanceName(row.id), sealed, { ...opening, isEmpty }) } : row
}

/** @throws StorageError for a record that cannot be decrypted, unless the opening is lenient */
export function openAddendum<Row extends SealedAddendum>(
  { sealed, ...row }: Row,
  opening: Opening,
): Omit<Row, 'sealed'> {
  const isEmpty = row.text === ''
  return sealed ? { ...row, ...opened(addendumName(row.id), sealed, { ...opening, isEmpty }) } : row
}

/**
 * Seals the content as deflated JSON: a contract has some ten thousand characters, which the database cannot compress once
 * they are sealed.
 */
function sealed(cipher: Cipher, name: string, content: object): Uint8Array {
  return cipher.seal(name, deflateRawSync(Buffer.from(JSON.stringify(content), 'utf8')))
}

function opened(
  name: string,
  bytes: Uint8Array,
  { cipher, isLenient, isEmpty }: Opening & { isEmpty: boolean },
): object {
  // Plain text beside sealed content is never read, but still counts as a change of the record.
  if (isLenient && !isEmpty) return {}
  try {
    return JSON.parse(inflateRawSync(cipher.open(name, bytes)).toString('utf8')) as object
  } catch (error) {
    if (isLenient && error instanceof StorageError) return {}
    throw error
  }
}

const readableAcceptances = {
  table: contractAcceptances,
  where: sql`${isNull(contractAcceptances.sealed)} and ${isNull(contractAcceptances.erasedAt)}`,
}
const readableAddenda = {
  table: contractAddenda,
  where: sql`${isNull(contractAddenda.sealed)} and ${isNull(contractAddenda.erasedAt)}`,
}

/** The records of earlier releases, whose text is stored in plain text. */
export const readableContracts = [readableAcceptances, readableAddenda]

/**
 * Seals the records of earlier releases. The database allows this change of a record, and checks that nothing else in it changes; the
 * code here compares the sealed content with the original, character by character, so that every hash stays valid.
 */
export function sealableContracts(sealing: Sealing): SealableRows[] {
  return [
    sealableRows({
      ...readableAcceptances,
      id: contractAcceptances.id,
      idOf: ({ id }) => id,
      seal: (row) => sealAcceptance(sealing, row),
      read: (row) => {
        const { text, party } = openAcceptance(row, sealing)
        return JSON.stringify([text, party])
      },
    }),
    sealableRows({
      ...readableAddenda,
      id: contractAddenda.id,
      idOf: ({ id }) => id,
      seal: (row) => sealAddendum(sealing, row),
      read: (row) => openAddendum(row, sealing).text,
    }),
  ]
}

/** Binds a ciphertext to its record, so that it cannot be moved to another one. */
const acceptanceName = (id: string) => `contract/v1/${id}`
const addendumName = (id: string) => `addendum/v1/${id}`

/** Used to rotate the encryption key. */
export const sealedContracts: readonly SealedColumn[] = [
  { column: contractAcceptances.sealed, row: [contractAcceptances.id], nameOf: acceptanceName },
  { column: contractAddenda.sealed, row: [contractAddenda.id], nameOf: addendumName },
]
