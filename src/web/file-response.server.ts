import { takeSlot } from './connection-slots.server.ts'
import { tooManyFilesPage } from './outage.server.tsx'
import { fileSecurityPolicy } from './security/headers.server.ts'
import { contentDisposition } from './ui/content-disposition.ts'

interface SentFile {
  name: string
  mediaType: string
  bytes: Uint8Array
}

/** Callback for the end of reading a file: its last byte was read, or the browser disconnected. */
interface Reading {
  signal: AbortSignal
  ended: () => void
}

/** Number of bytes handed to a connection at a time. */
const chunkBytes = 64 * 1024

/**
 * Sends a person a file that is held in memory until its last byte is read, as one of the four that they may read at once.
 *
 * @param holder the account, or the link that opens the file
 * @param open returns the file, or the response where there is none
 */
export async function sendInSlot(
  request: Request,
  holder: string,
  open: () => Promise<SentFile | Response>,
  respond: (file: SentFile, reading?: Reading) => Response = savedFile,
): Promise<Response> {
  const ended = takeSlot({ downloads: holder })
  if (!ended) return tooManyFilesPage(request)
  try {
    const file = await open()
    if (!(file instanceof Response) && request.method !== 'HEAD')
      return respond(file, { signal: request.signal, ended })
    // The body of a response to HEAD is never read, so nothing else would release the place.
    ended()
    return file instanceof Response ? file : respond(file)
  } catch (error) {
    ended()
    throw error
  }
}

/** Returns an uploaded file to a viewer with access: the browser saves it and never renders it. */
export function savedFile(file: SentFile, reading?: Reading): Response {
  return fileResponse(file, 'attachment', reading)
}

/**
 * Returns an uploaded file to a team member who views it. An image is shown and runs nothing (its policy is in
 * security/headers.server.ts); any other file is only saved.
 */
export function shownFile(file: SentFile): Response {
  return fileResponse(file, file.mediaType.startsWith('image/') ? 'inline' : 'attachment')
}

function fileResponse(
  { name, mediaType, bytes }: SentFile,
  how: 'inline' | 'attachment',
  reading?: Reading,
): Response {
  return new Response(bodyOf(bytes, reading), {
    headers: {
      'Content-Type': mediaType,
      'Content-Length': String(bytes.length),
      'Content-Disposition': contentDisposition(how, name),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': fileSecurityPolicy,
    },
  })
}

/** Streams the bytes as they are read, without a copy: a browser that does not read keeps one file in memory. */
export function bodyOf(
  bytes: Uint8Array,
  { signal, ended }: Partial<Reading> = {},
): ReadableStream<Uint8Array> {
  let sent = 0
  signal?.addEventListener('abort', () => ended?.())
  if (signal?.aborted) ended?.()
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent < bytes.length) controller.enqueue(bytes.subarray(sent, sent + chunkBytes))
      sent += chunkBytes
      if (sent < bytes.length) return
      controller.close()
      ended?.()
    },
    cancel: () => ended?.(),
  })
}
