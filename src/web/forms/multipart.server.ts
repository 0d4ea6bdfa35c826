import { MultipartParseError, MultipartParser, type MultipartPart } from '@remix-run/multipart-parser'

/** One file of a posted form. Of one that is larger than allowed, only the name is kept. */
export interface FilePart {
  field: string
  /** As the browser sent it: not to be trusted. */
  fileName: string
  /** Empty when `tooLarge`. */
  bytes: Uint8Array
  tooLarge: boolean
}

/** The body is not a whole multipart form: cut on the way, beyond its limits, or not made by a browser. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
}

/**
 * Reads the files of a multipart form one after another, with one of them in memory. Text fields and empty file inputs
 * are passed over. The parser names no file before its end, so a file that is too large is held until then: how large it
 * can be, the limit of the request's body says.
 *
 * @param maxFile in bytes; a larger file is yielded as `tooLarge` and does not cost the others
 * @param maxParts of the form, fields and files together; reading stops at one more
 * @throws MultipartError
 */
export async function* filesOf(
  request: Request,
  { maxFile, maxParts }: { maxFile: number; maxParts: number },
): AsyncGenerator<FilePart> {
  const type = request.headers.get('content-type') ?? ''
  const boundary = /^multipart\/form-data\s*;.*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type)
  if (!boundary || !request.body) throw new MultipartError('not a multipart form')
  const maxTotalSize = maxFile * maxParts
  const limits = { maxHeaderSize, maxParts, maxTotalSize, maxFileSize: maxTotalSize }
  const parser = new MultipartParser(boundary[1] ?? boundary[2] ?? '', limits)
  try {
    for await (const block of blocksOf(request.body)) {
      for (const part of parser.write(block)) {
        const file = fileOf(part, maxFile)
        if (file) yield file
      }
      // What follows the last boundary is no content; the parser would refuse it.
      if (isFinished(parser)) return
    }
    parser.finish()
  } catch (error) {
    throw error instanceof MultipartParseError ? new MultipartError(error.message) : error
  }
}

const maxHeaderSize = 16 * 1024
const blockSize = 64 * 1024

/** The body in blocks: bytes that trickle in one by one would cost the parser an object each. */
async function* blocksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let held: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new MultipartError('the form ends in the middle')
      })
      if (value) {
        held.push(value)
        size += value.length
      }
      if (size > 0 && (done || size >= blockSize)) {
        yield Buffer.concat(held)
        held = []
        size = 0
      }
      if (done) return
    }
  } finally {
    reader.releaseLock()
  }
}

function isFinished(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false
  }
}

/** Undefined for a text field, and for a file input in which nothing was chosen. */
function fileOf(part: MultipartPart, maxFile: number): FilePart | undefined {
  const { name, filename } = namesOf(part)
  if (name === undefined || !filename) return undefined
  const tooLarge = part.size > maxFile
  return {
    field: readable(name),
    fileName: readable(filename),
    bytes: tooLarge ? new Uint8Array() : part.bytes,
    tooLarge,
  }
}

function namesOf(part: MultipartPart): Pick<MultipartPart, 'name' | 'filename'> {
  try {
    // No browser sends `filename*` (RFC 7578, 4.2), and the parser reports what it cannot decode to the console.
    if (/filename\*/i.test(part.headers['content-disposition'] ?? ''))
      throw new MultipartError('filename* in a form')
    return { name: part.name, filename: part.filename }
  } catch (error) {
    throw error instanceof TypeError ? new MultipartError('headers that are no UTF-8') : error
  }
}

/** Browsers write a quotation mark and line breaks of a name as %22, %0D and %0A, and nothing else (HTML, 4.10.21.8). */
function readable(text: string): string {
  return text.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
