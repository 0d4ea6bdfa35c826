import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DAY } from '../../core/durations.ts'
import { sha256 } from '../digest.ts'
import { codeOf } from '../error-code.ts'
import { fingerprintOf } from '../signing.ts'
import type { Cipher } from '../storage/cipher.ts'
import { spellingsOf } from '../storage/key-spellings.ts'
import { BackupError } from './backup-error.ts'

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.number().int(),
})

const sequence = z.object({
  schema: z.string(),
  name: z.string(),
  type: z.string(),
  start: z.number().int(),
  /** Null: no number was taken yet. */
  last: z.number().int().nullable(),
})

const contents = z.object({
  format: z.literal(1),
  id: z.string(),
  /** Time of the snapshot, by the clock of the database. */
  at: z.iso.datetime(),
  program: z.string(),
  server: z.string(),
  /** Hashes of the applied migrations, oldest first. */
  migrations: z.array(z.string()).min(1),
  /** Version of the job queue's tables. */
  jobs: z.number().int(),
  tables: z.array(table),
  sequences: z.array(sequence),
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
  /** Fingerprints of the secrets that are required to use the back-up. */
  keys: z.object({ encryption: z.string(), session: z.string() }),
})
const sealedContents = contents.extend({ seal: z.string() })

/** Contents of a back-up. The manifest is written last: a folder without one is not a back-up. */
export type Manifest = z.infer<typeof contents>
export type TableInBackup = z.infer<typeof table>
export type SequenceInBackup = z.infer<typeof sequence>

/** Returns the name of a back-up's folder: its time by the clock of the database, as in the manifest. */
function folderNameAt(at: string): string {
  return at.replaceAll(/[:.]/g, '-')
}

/**
 * Gives a complete back-up its name. Of two from the same millisecond, the second one gets a number: '…-123-2Z'.
 *
 * @param at time of its manifest
 * @returns its folder
 */
export function nameBackup(unfinished: string, { into, at }: { into: string; at: string }): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? folderNameAt(at) : folderNameAt(at).replace(/Z$/, `-${number}Z`)
    const folder = join(into, name)
    try {
      renameSync(unfinished, folder)
      return folder
    } catch (error) {
      const isTaken = ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')
      if (!isTaken) throw error
    }
  }
}

/**
 * Returns the complete back-ups in a folder, oldest first: by the time in their manifest, which is the database's. Names may be of
 * earlier releases, which took the clock of the machine.
 */
export function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name) && existsSync(fileOf(join(folder, name))))
    .map((name) => ({ path: join(folder, name), time: timeOf(folder, name) }))
    .sort((a, b) => (a.time < b.time ? -1 : 1))
    .map(({ path }) => path)
}

/** Returns the name of the folder in which a back-up is written until it is complete: of its own, so that two at once do not meet. */
export function unfinishedName(id: string): string {
  return `backup-${id}~`
}

/**
 * Returns the folders that killed back-ups left more than a day before another was made. Both times are of the files, so that no wrong
 * clock makes a running one look old.
 */
export function abandonedIn(folder: string, { made }: { made: string }): string[] {
  const { mtimeMs } = statSync(fileOf(made))
  return readdirSync(folder)
    .filter((name) => /^(?:backup-[\da-f-]+|\d{4}-\d\d-\d\dT[\d-]+Z)~$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => mtimeMs - statSync(path).mtimeMs > DAY)
}

/** Returns the time of a back-up in the form of `folderNameAt`; that of its name if the manifest cannot be read. */
function timeOf(folder: string, name: string): string {
  const read = contents.pick({ at: true }).safeParse(jsonOf(readFileSync(fileOf(join(folder, name)), 'utf8')))
  return read.success ? folderNameAt(read.data.at) : name
}

export function writeManifest(folder: string, manifest: Manifest, cipher: Cipher): void {
  const seal = Buffer.from(cipher.seal(sealName(manifest), digestOf(manifest))).toString('base64')
  const unfinished = `${fileOf(folder)}~`
  writeFileSync(unfinished, `${JSON.stringify({ ...manifest, seal }, null, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, fileOf(folder))
}

/**
 * Reads the manifest of a back-up.
 *
 * @param keys those of `cipher`, 32 bytes as hex each
 * @throws BackupError when the folder is not a back-up, it was changed, or it was made with another ENCRYPTION_KEY
 */
export function readManifest(
  folder: string,
  { cipher, keys }: { cipher: Cipher; keys: readonly string[] },
): Manifest {
  if (!existsSync(fileOf(folder)))
    throw new BackupError(`${folder} não é uma cópia inteira: falta manifest.json.`)
  const parsed = sealedContents.safeParse(jsonOf(readFileSync(fileOf(folder), 'utf8')))
  if (!parsed.success)
    throw new BackupError(`O arquivo ${fileOf(folder)} não é o de uma cópia desta versão do programa.`)
  const { seal, ...manifest } = parsed.data
  if (!keys.flatMap(spellingsOf).map(fingerprintOf).includes(manifest.keys.encryption))
    throw new BackupError(otherKey(manifest.keys.encryption, keys.map(fingerprintOf)))
  try {
    const sealed = cipher.open(sealName(manifest), Buffer.from(seal, 'base64'))
    if (Buffer.from(sealed).equals(digestOf(manifest))) return manifest
  } catch {
    // Reported below.
  }
  throw new BackupError(`O arquivo ${fileOf(folder)} foi alterado depois da cópia.`)
}

function otherKey(wanted: string, have: readonly string[]): string {
  return (
    `A cópia foi feita com outra ENCRYPTION_KEY (impressão ${wanted}; a daqui é ${have.join(' ou ')}). ` +
    'Use a chave de quando ela foi feita; a de uma demonstração está em secrets.json, na pasta de dados de origem.'
  )
}

function fileOf(folder: string): string {
  return join(folder, 'manifest.json')
}

function sealName({ id }: Manifest): string {
  return `backup/v1/${id}/manifest`
}

function digestOf(manifest: Manifest): Buffer {
  return Buffer.from(sha256(JSON.stringify(contents.parse(manifest))), 'hex')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
