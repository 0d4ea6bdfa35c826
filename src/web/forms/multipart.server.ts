import { MultipartParseError, MultipartParser, type MultipartPart } from '@remix-run/multipart-parser'

/** One file of a posted form. For a file that is too large only the name is kept. */
export interface FilePart {
  field: string
  /** As the browser sent it: untrusted. */
  fileName: string
  /** Empty when `tooLarge`. */
  bytes: Uint8Array
  tooLarge: boolean
}

/** The body is not a valid multipart form: truncated, beyond its limits, or malformed. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
}

/**
 * Reads the files of a multipart form one by one, with one of them in memory at a time. Skips text fields and empty file
 * inputs. The parser yields a file only at its end, so a file that is too large is buffered until then; the limit of the
 * request's body bounds its size.
 *
 * @param maxFile in bytes; a larger file is yielded as `tooLarge` and does not affect the others
 * @param maxParts limit for fields and files together; one more is an error
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
      // Ignore bytes after the last boundary, which the parser would refuse.
      if (isFinished(parser)) return
    }
    parser.finish()
  } catch (error) {
    throw error instanceof MultipartParseError ? new MultipartError(error.message) : error
  }
}

const maxHeaderSize = 16 * 1024
const blockSize = 64 * 1024

/** Groups the body into blocks, because the parser allocates an object per chunk and chunks may be single bytes. */
async function* blocksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new MultipartError('the form ends in the middle')
      })
      if (value) {
        chunks.push(value)
        size += value.length
      }
      if (size > 0 && (done || size >= blockSize)) {
        yield Buffer.concat(chunks)
        chunks = []
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

/** Undefined for a text field and for an empty file input. */
function fileOf(part: MultipartPart, maxFile: number): FilePart | undefined {
  const { name, filename } = namesOf(part)
  if (name === undefined || !filename) return undefined
  const tooLarge = part.size > maxFile
  return {
    field: unescapeName(name),
    fileName: unescapeName(filename),
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

/** Decodes %22, %0D and %0A, the only characters that browsers escape in names (HTML, 4.10.21.8). */
function unescapeName(text: string): string {
  return text.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
