/** One file of a posted form. Of one that is larger than allowed, only the name and the size are kept. */
export interface FilePart {
  field: string
  /** As the browser sent it: not to be trusted. */
  fileName: string
  /** Empty when `tooLarge`. */
  bytes: Uint8Array
  tooLarge: boolean
}

/** The body is not a whole multipart form: cut on the way, or not made by a browser. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
}

const longestHeaders = 16 * 1024
const headersEnd = Buffer.from('\r\n\r\n')

/**
 * Reads the files of a multipart form one after another, with no more than one of them in memory. Text fields and
 * empty file inputs are passed over.
 *
 * @param largestFile in bytes
 * @throws MultipartError
 */
export async function* filesOf(request: Request, largestFile: number): AsyncGenerator<FilePart> {
  const type = request.headers.get('content-type') ?? ''
  const boundary = /^multipart\/form-data\s*;.*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type)
  if (!boundary || !request.body) throw new MultipartError('not a multipart form')
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`)
  const reader = createReader(request.body)

  // The first delimiter begins the body, without a line before it.
  reader.prepend(Buffer.from('\r\n'))
  await reader.until(delimiter, () => {})
  for (;;) {
    const mark = await reader.take(2)
    if (mark.equals(Buffer.from('--'))) return
    const headers = await headersOf(reader, mark)
    const field = headers?.field
    const chunks: Buffer[] = []
    let size = 0
    await reader.until(delimiter, (chunk) => {
      size += chunk.length
      if (headers?.fileName !== undefined && size <= largestFile) chunks.push(chunk)
      else chunks.length = 0
    })
    if (field === undefined || !headers?.fileName) continue
    const tooLarge = size > largestFile
    yield {
      field,
      fileName: headers.fileName,
      bytes: tooLarge ? new Uint8Array() : Buffer.concat(chunks),
      tooLarge,
    }
  }
}

interface Reader {
  prepend(bytes: Buffer): void
  /** Exactly that many bytes. */
  take(count: number): Promise<Buffer>
  /** Hands over everything before a mark, piece by piece, and steps over the mark. */
  until(mark: Buffer, give: (chunk: Buffer) => void): Promise<void>
}

function createReader(body: ReadableStream<Uint8Array>): Reader {
  const source = body.getReader()
  let held: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const { done, value } = await source.read().catch(() => ({ done: true, value: undefined }))
    if (done || !value) throw new MultipartError('the form ends in the middle')
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
  }

  return {
    prepend(bytes) {
      held = Buffer.concat([bytes, held])
    },
    async take(count) {
      while (held.length < count) await more()
      const taken = held.subarray(0, count)
      held = held.subarray(count)
      return taken
    },
    async until(mark, give) {
      for (;;) {
        const at = held.indexOf(mark)
        if (at >= 0) {
          give(held.subarray(0, at))
          held = held.subarray(at + mark.length)
          return
        }
        // The end of what is held may be the beginning of the mark.
        const safe = Math.max(0, held.length - mark.length + 1)
        give(held.subarray(0, safe))
        held = held.subarray(safe)
        await more()
      }
    },
  }
}

/** Field and file name of a part; undefined for a part without a name. */
async function headersOf(
  reader: Reader,
  begun: Buffer,
): Promise<{ field: string; fileName: string | undefined } | undefined> {
  reader.prepend(begun)
  const pieces: Buffer[] = []
  let length = 0
  await reader.until(headersEnd, (piece) => {
    length += piece.length
    if (length > longestHeaders) throw new MultipartError('headers of a part are too long')
    pieces.push(piece)
  })
  const headers = Buffer.concat(pieces).toString('utf8')
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(headers)?.[1] ?? ''
  const field = /;\s*name="([^"]*)"/i.exec(disposition)?.[1]
  const fileName = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1]
  return field === undefined
    ? undefined
    : { field: readable(field), fileName: fileName && readable(fileName) }
}

/** Browsers write a quotation mark and line breaks of a name as %22, %0D and %0A, and nothing else (HTML, 4.10.21.8). */
function readable(text: string): string {
  return text.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
