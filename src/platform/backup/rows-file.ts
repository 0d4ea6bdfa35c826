import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { codeOf } from '../error-code.ts'
import type { Cipher } from '../storage/cipher.ts'
import { BackupError } from './backup-error.ts'

/**
 * Writes the rows of a table in chunks, each compressed and then encrypted under its position, so that no chunk can be read,
 * changed, moved or left out. Each is preceded by its length in four bytes; an empty chunk ends the file.
 *
 * @param name of the file's chunks
 * @returns the number of rows
 * @throws the error of the system when the file cannot be written, as on a full disk
 */
export async function writeRows(
  path: string,
  chunks: AsyncIterable<readonly string[]>,
  { cipher, name }: { cipher: Cipher; name: string },
): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  const write = async (rows: readonly string[], at: number) => {
    const packed = await promisify(gzip)(JSON.stringify(rows), { level: 3 })
    const sealed = cipher.seal(`${name}/${at}`, packed)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    await file.appendFile(Buffer.concat([length, sealed]))
  }
  let rows = 0
  let at = 0
  try {
    for await (const chunk of chunks) {
      await write(chunk, at++)
      rows += chunk.length
    }
    await write([], at)
    return rows
  } finally {
    await file.close()
  }
}

/** Reads the chunks of rows that `writeRows` wrote. @throws BackupError when the file was changed or truncated */
export async function* readRows(
  path: string,
  { cipher, name }: { cipher: Cipher; name: string },
): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0)
  let at = 0
  const damaged = new BackupError(`O arquivo ${path} da cópia foi alterado, trocado ou cortado.`)
  const parts = createReadStream(path, { highWaterMark: 1 << 20 })
  try {
    for await (const part of parts) {
      rest = Buffer.concat([rest, part as Buffer])
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
        const end = 4 + rest.readUInt32BE()
        const rows = await opened(rest.subarray(4, end), { cipher, name: `${name}/${at++}` })
        rest = rest.subarray(end)
        if (!rows) throw damaged
        if (rows.length === 0) {
          if (rest.length > 0) throw damaged
          return
        }
        yield rows
      }
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`O arquivo ${path} da cópia não pode ser lido (${codeOf(error) ?? error}).`)
  } finally {
    parts.destroy()
  }
  throw damaged
}

async function opened(
  sealed: Buffer,
  { cipher, name }: { cipher: Cipher; name: string },
): Promise<string[] | undefined> {
  try {
    return JSON.parse((await promisify(gunzip)(cipher.open(name, sealed))).toString('utf8')) as string[]
  } catch {
    return undefined
  }
}
