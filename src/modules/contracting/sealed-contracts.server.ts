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
/** A record with its text and its party opened; both empty once it was forgotten. */
export type AcceptanceRow = Omit<StoredAcceptance, 'sealed'>
/** A record with its text opened; empty once it was forgotten. */
export type AddendumRow = Omit<StoredAddendum, 'sealed'>

/** What of a row is sealed, and where. */
export type SealedAcceptance = Pick<StoredAcceptance, 'id' | 'text' | 'party' | 'sealed'>
export type SealedAddendum = Pick<StoredAddendum, 'id' | 'text' | 'sealed'>

/** What opens records. */
export interface Opening {
  cipher: Cipher
  /** What does not open stays as the columns are, and its hashes say that it was changed. Else it is an error. */
  isLenient?: true
}

/** Opens to verify, or for what is not sealed of a record: one whose content was changed is withdrawn from all the same. */
export function lenientOpening({ cipher }: Pick<Sealing, 'cipher'>): Opening {
  return { cipher, isLenient: true }
}

const emptyParty: ContractParty = { name: '', cpf: '', phone: '' }

/** The columns of a contract's text and party: sealed, or readable where the release before has to read them. */
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

/** @throws StorageError for one that does not open, unless it is lenient */
export function openAcceptance<Row extends SealedAcceptance>(
  { sealed, ...row }: Row,
  opening: Opening,
): Omit<Row, 'sealed'> {
  const { text, party } = row
  const isEmpty = [text, party.name, party.cpf, party.phone].every((column) => column === '')
  return sealed ? { ...row, ...opened(acceptanceName(row.id), sealed, { ...opening, isEmpty }) } : row
}

/** @throws StorageError for one that does not open, unless it is lenient */
export function openAddendum<Row extends SealedAddendum>(
  { sealed, ...row }: Row,
  opening: Opening,
): Omit<Row, 'sealed'> {
  const isEmpty = row.text === ''
  return sealed ? { ...row, ...opened(addendumName(row.id), sealed, { ...opening, isEmpty }) } : row
}

/** As deflated JSON: a contract has some ten thousand characters, which the database cannot compress once they are sealed. */
function sealed(cipher: Cipher, name: string, content: object): Uint8Array {
  return cipher.seal(name, deflateRawSync(Buffer.from(JSON.stringify(content), 'utf8')))
}

function opened(
  name: string,
  bytes: Uint8Array,
  { cipher, isLenient, isEmpty }: Opening & { isEmpty: boolean },
): object {
  // What was written beside what is sealed is read by nothing, and is a change of the record all the same.
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

/** The records of earlier releases, whose text is readable. */
export const readableContracts = [readableAcceptances, readableAddenda]

/**
 * How they become sealed. The database lets a record change so, and checks that nothing else of it does; that what is sealed is what was
 * there is compared here, letter by letter, so that every hash stays what it was.
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

/** For the exchange of the encryption key. */
export const sealedContracts: readonly SealedColumn[] = [
  { column: contractAcceptances.sealed, row: [contractAcceptances.id], nameOf: acceptanceName },
  { column: contractAddenda.sealed, row: [contractAddenda.id], nameOf: addendumName },
]
