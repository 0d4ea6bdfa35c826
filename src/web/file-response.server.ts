import { fileSecurityPolicy } from './security/headers.server.ts'
import { contentDisposition } from './ui/content-disposition.ts'

interface SentFile {
  name: string
  mediaType: string
  bytes: Uint8Array
}

/** Resolves when a file is no longer being read: its last byte was taken, or the browser left. */
interface Reading {
  signal: AbortSignal
  ended: () => void
}

/** What is handed to a connection at a time, in bytes. */
const chunkBytes = 64 * 1024

/** An uploaded file, for a viewer with access: the browser saves it and never renders it. */
export function savedFile(file: SentFile, reading?: Reading): Response {
  return fileResponse(file, 'attachment', reading)
}

/**
 * The same for a team member who looks at it. An image is shown and runs nothing (its policy is in
 * security/headers.server.ts); anything else is only saved.
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

/** The bytes as they are taken, without a copy: a browser that does not read holds one file in memory. */
function bodyOf(bytes: Uint8Array, { signal, ended }: Partial<Reading> = {}): ReadableStream<Uint8Array> {
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
