import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** File that lists the files of a package with their SHA-256, in the format of `sha256sum -c`. */
export const sumsFile = 'SHA256SUMS'

/** Returns the list of these files. */
export function sumsOf(contents: ReadonlyMap<string, Buffer>): string {
  return [...contents.keys()]
    .sort()
    .map((path) => `${sha256(contents.get(path) ?? Buffer.alloc(0))}  ${path}\n`)
    .join('')
}

/**
 * Compares a package with its list.
 *
 * @returns the missing or changed files and the number of listed files; undefined if there is no list
 */
export function checkSums(folder: string): { listed: number; wrong: string[] } | undefined {
  if (!existsSync(join(folder, sumsFile))) return undefined
  const lines = readFileSync(join(folder, sumsFile), 'utf8').trim().split('\n')
  const wrong = lines.flatMap((line) => {
    const [sum = '', path = ''] = line.split('  ')
    try {
      return sha256(readFileSync(join(folder, path))) === sum ? [] : [path]
    } catch {
      return [path]
    }
  })
  return { listed: lines.length, wrong }
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
