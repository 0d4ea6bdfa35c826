import { lstat, open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { sizeText } from '../../../core/text.ts'
import { sha256 } from '../../../platform/digest.ts'
import {
  MAX_RECORDING_BYTES,
  recordingAt,
  recordingPath,
  recordingProblem,
  sentencePath,
} from '../domain/recording.ts'
import type { Recording, Recordings } from '../ports.ts'

/** All recordings are kept in memory. */
const MAX_ALL_BYTES = 16 * MAX_RECORDING_BYTES

/**
 * Reads the recordings of a folder once, at start-up. Leaves out, with the reason, files with another name pattern, non-regular
 * files, and files that are too large or not MP3. Without a folder there are no recordings.
 */
export async function openRecordings(folder: string | undefined): Promise<Recordings> {
  const recordings = new Map<string, Recording>()
  const leftOut: string[] = []
  if (folder === undefined) return { of: () => undefined, leftOut }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) leftOut.push(`${folder}: a pasta não pode ser lida`)
  const paths = (entries ?? [])
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.endsWith('.txt'))
    .sort()
  let total = 0
  for (const path of paths) {
    const key = recordingAt(path)
    const bytes = key && (await contentOf(join(folder, path), MAX_RECORDING_BYTES + 1))
    const text = key && (await contentOf(join(folder, sentencePath(key)), 4096))
    const sentence = text && new TextDecoder().decode(text)
    const problem = !bytes
      ? 'o nome não é AAAA-MM-DD.n/clausula-n.mp3, ou não é um arquivo comum'
      : total + bytes.length > MAX_ALL_BYTES
        ? `as gravações somam mais de ${sizeText(MAX_ALL_BYTES)}`
        : recordingProblem(bytes, sentence)
    if (!bytes || !sentence || problem) leftOut.push(`${path}: ${problem}`)
    else {
      total += bytes.length
      recordings.set(path, { bytes, sentence, hash: hashOf(bytes) })
    }
  }
  return { of: (key) => recordings.get(recordingPath(key)), leftOut }
}

/** The first bytes of a file; undefined when it is not a regular file, such as a link to another place. */
async function contentOf(path: string, max: number): Promise<Uint8Array | undefined> {
  const stat = await lstat(path).catch(() => undefined)
  if (!stat?.isFile()) return undefined
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(max, stat.size)))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function hashOf(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, 16)
}
