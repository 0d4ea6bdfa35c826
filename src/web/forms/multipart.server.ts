import { type Blocks, blocksOf } from './blocks.server.ts'

/** One part of a multipart form: a text field or a file. If it is too large, only its names are kept. */
export interface Part {
  field: string
  /** The name that the browser sent: untrusted. Undefined for a text field, '' for an empty file input. */
  fileName: string | undefined
  /** Empty when `tooLarge`. */
  bytes: Uint8Array
  tooLarge: boolean
}

/** A file of a submitted form. */
export type FilePart = Part & { fileName: string }

export interface PartLimits {
  /** Maximum size of a part's content, in bytes. A larger part is yielded as `tooLarge`, unread, and is the last. */
  maxPart: number
  /** Maximum number of fields and files together; one more is an error. */
  maxParts: number
}

/** Error for a body that is not a valid multipart form: truncated, beyond its limits, or malformed. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
}

/**
 * Reads the parts of a multipart form (RFC 7578) one by one, with one part in memory at a time. Reading is linear in the body,
 * and ends with the first part that is too large. Parts that are not form fields are skipped.
 *
 * @throws MultipartError
 */
export async function* partsOf(
  request: Request,
  { maxPart, maxParts }: PartLimits,
): AsyncGenerator<Part, void, undefined> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (!boundary || !request.body) throw new MultipartError('not a multipart form')
  const blocks = blocksOf(request.body, () => new MultipartError('the form ends in the middle'))
  try {
    const delimiter = Buffer.from(`\r\n--${boundary}`)
    const start = await blocks.take(delimiter.length - 2)
    if (!start.equals(delimiter.subarray(2))) throw new MultipartError('no boundary at the start')
    // The content after the last boundary is not read.
    for (let count = 1; await anotherPart(blocks); count++) {
      if (count > maxParts) throw new MultipartError('too many parts')
      const header = await blocks.until(headerEnd, maxHeader)
      if (typeof header === 'string') throw new MultipartError('headers without an end')
      const { field, fileName } = namesOf(header)
      const content = await blocks.until(delimiter, maxPart)
      if (content === 'ended') throw new MultipartError('the form ends in the middle')
      const tooLarge = content === 'too_many'
      const bytes = tooLarge ? new Uint8Array() : content
      if (field !== undefined) yield { field, fileName, bytes, tooLarge }
      if (tooLarge) return
    }
  } finally {
    blocks.release()
  }
}

/**
 * Reads the files of a multipart form, without its text fields and empty file inputs.
 *
 * @throws MultipartError
 */
export async function* filesOf(request: Request, limits: PartLimits): AsyncGenerator<FilePart> {
  for await (const { fileName, ...part } of partsOf(request, limits)) {
    if (fileName) yield { ...part, fileName }
  }
}

const headerEnd = Buffer.from('\r\n\r\n')
const maxHeader = 8 * 1024

function boundaryOf(type: string): string | undefined {
  const found = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(
    type,
  )
  return found?.[1] ?? found?.[2]
}

/** Checks whether another part follows a boundary: a line break precedes another part, '--' marks the end. */
async function anotherPart(blocks: Blocks): Promise<boolean> {
  const mark = (await blocks.take(2)).toString('latin1')
  if (mark === '\r\n') return true
  if (mark === '--') return false
  throw new MultipartError('a boundary without its line')
}

/** Returns the names of a part; without `field` it is not a form field. */
function namesOf(header: Buffer): { field?: string; fileName?: string | undefined } {
  const lines = decoded(header).split('\r\n')
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? ''
  const [, parameters] = /^[^:]+:\s*form-data\s*(;.*)$/i.exec(disposition) ?? []
  if (parameters === undefined) return {}
  const found = new Map<string, string>()
  let read = 0
  for (const { 0: whole, 1: name = '', 2: quoted, 3: plain = '' } of parameters.matchAll(parameter)) {
    read += whole.length
    found.set(name.toLowerCase(), unescapeName(quoted ?? plain))
  }
  // No browser sends `filename*` (RFC 7578, 4.2), which another reader would prefer to `filename`.
  if (read < parameters.length || found.has('filename*')) throw new MultipartError('a part with odd names')
  const field = found.get('name')
  return field === undefined ? {} : { field, fileName: found.get('filename') }
}

/** Matches consecutive parameters: `; name="value"` or `; name=value`. */
const parameter = /;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))\s*/gy

function decoded(header: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(header)
  } catch {
    throw new MultipartError('headers that are no UTF-8')
  }
}

/** Decodes %22, %0D and %0A, the only characters that browsers escape in names (HTML, 4.10.21.8). */
function unescapeName(text: string): string {
  return text.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
