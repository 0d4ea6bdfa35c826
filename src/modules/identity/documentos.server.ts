import { and, asc, eq, gt, isNotNull, ne, type SQL } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { SealedColumn } from '../../platform/storage/reseal.ts'
import {
  type ReadableRows,
  type SealableRows,
  type Sealing,
  sealableRows,
} from '../../platform/storage/sealing.ts'
import { profiles, signUps } from './tables.server.ts'

/** Columns of a CPF or CNPJ in a row: sealed, or readable in a row of an earlier release. */
export interface StoredDocumento {
  documento: string
  documentoSealed: Uint8Array | null
}

/** Encrypts, decrypts and indexes the CPF or CNPJ of profiles and sign-ups (docs/decisions/0062-the-cpf-at-rest.md). */
export type Documentos = ReturnType<typeof createDocumentos>

export function createDocumentos(sealing: Sealing) {
  const { cipher } = sealing
  const index = cipher.blindIndex('profile-documento')

  /** Sets both columns, so that the previous value of one does not remain next to the other. */
  function stored(name: string, documento: string): StoredDocumento {
    if (documento === '' || !sealing.isDue()) return { documento, documentoSealed: null }
    return { documento: '', documentoSealed: cipher.seal(name, Buffer.from(documento, 'utf8')) }
  }
  function read(name: string, { documento, documentoSealed }: StoredDocumento): string {
    // A readable value next to a sealed one is newer: a process of the previous release wrote it.
    if (documento !== '' || !documentoSealed) return documento
    return Buffer.from(cipher.open(name, documentoSealed)).toString('utf8')
  }

  const documentos = {
    /** The columns of a user's profile. */
    ofProfile(userId: string, documento: string): StoredDocumento & { documentoIndex: string | null } {
      const columns = stored(profileName(userId), documento)
      return { ...columns, documentoIndex: columns.documentoSealed && index.of(documento) }
    },
    /** The document in a profile; empty when there is none. */
    inProfile: (userId: string, columns: StoredDocumento): string => read(profileName(userId), columns),
    /** The columns of a sign-up. */
    ofSignUp: (id: string, documento: string): StoredDocumento => stored(signUpName(id), documento),
    /** The document in a sign-up; empty when there is none. */
    inSignUp: (id: string, columns: StoredDocumento): string => read(signUpName(id), columns),
    /** Conditions for the profiles with this document, of either storage form: each is served by its own index. */
    whoseIs: (documento: string): SQL[] => [
      ...index.among(documento).map((each) => eq(profiles.documentoIndex, each)),
      eq(profiles.documento, documento),
    ],
    isCurrent: index.isCurrent,
  }
  return documentos
}

/** Column values that erase the document of a row. */
export const noDocumento = { documento: '', documentoSealed: null }

const readableProfiles = { table: profiles, where: ne(profiles.documento, '') }
const readableSignUps = { table: signUps, where: ne(signUps.documento, '') }

/** The rows of earlier releases, whose document is readable. */
export const readableDocumentos: readonly ReadableRows[] = [readableProfiles, readableSignUps]

/** The jobs that encrypt the rows of earlier releases. */
export function sealableDocumentos(documentos: Documentos): SealableRows[] {
  return [
    sealableRows({
      ...readableProfiles,
      id: profiles.userId,
      idOf: ({ userId }) => userId,
      seal: (row) => documentos.ofProfile(row.userId, row.documento),
      read: (row) => documentos.inProfile(row.userId, row),
    }),
    sealableRows({
      ...readableSignUps,
      id: signUps.id,
      idOf: ({ id }) => id,
      seal: (row) => documentos.ofSignUp(row.id, row.documento),
      read: (row) => documentos.inSignUp(row.id, row),
    }),
  ]
}

/** Binds a ciphertext to its row, so that it cannot be moved to another row. */
const profileName = (userId: string) => `profile-documento/v1/${userId}`
const signUpName = (id: string) => `sign-up-documento/v1/${id}`

/** For the rotation of the encryption key. */
export const sealedDocumentos: readonly SealedColumn[] = [
  { column: profiles.documentoSealed, row: [profiles.userId], nameOf: profileName },
  { column: signUps.documentoSealed, row: [signUps.id], nameOf: signUpName },
]

const rowsAtOnce = 200

/** Rebuilds the indexes of a former key, while others read and write. @returns the number of rows */
export async function indexDocumentos({
  database,
  documentos,
}: {
  database: Database
  documentos: Documentos
}): Promise<number> {
  const { userId, documento, documentoSealed, documentoIndex } = profiles
  let made = 0
  let after: string | undefined
  for (;;) {
    const rows = await database
      .select({ userId, documento, documentoSealed, documentoIndex })
      .from(profiles)
      .where(and(isNotNull(documentoIndex), after ? gt(userId, after) : undefined))
      .orderBy(asc(userId))
      .limit(rowsAtOnce)
    for (const row of rows) {
      after = row.userId
      if (row.documentoIndex === null || documentos.isCurrent(row.documentoIndex)) continue
      const { documentoIndex: newIndex } = documentos.ofProfile(
        row.userId,
        documentos.inProfile(row.userId, row),
      )
      await database
        .update(profiles)
        .set({ documentoIndex: newIndex })
        .where(and(eq(userId, row.userId), eq(documentoIndex, row.documentoIndex)))
      made += 1
    }
    if (rows.length < rowsAtOnce) return made
  }
}
