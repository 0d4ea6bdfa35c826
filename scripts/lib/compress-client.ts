import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressFully } from '../../src/platform/http/compress.ts'
import { isTextFile } from '../../src/platform/http/static-files.ts'

/**
 * Writes next to each text file of a build its compressed copies (`.br`, `.gz`), which `loadStaticFiles` sends. Done here and not
 * by each process when it starts, because it takes longer than everything else of a start.
 *
 * @param folder contains `client/`
 */
export async function compressClient(folder: string): Promise<void> {
  const entries = await readdir(join(folder, 'client'), { recursive: true, withFileTypes: true })
  const texts = entries.filter((entry) => entry.isFile() && isTextFile(entry.name))
  await Promise.all(texts.map(({ parentPath, name }) => writeCopies(join(parentPath, name))))
}

async function writeCopies(file: string): Promise<void> {
  const { br, gzip } = await compressFully(await readFile(file))
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gzip)])
}
