import { fileSecurityPolicy } from './security/headers.server.ts'
import { contentDisposition } from './ui/content-disposition.ts'

interface SentFile {
  name: string
  mediaType: string
  bytes: Uint8Array
}

/** An uploaded file, for a viewer with access: the browser saves it and never renders it. */
export function savedFile(file: SentFile): Response {
  return fileResponse(file, 'attachment')
}

/**
 * The same for a team member who looks at it. An image is shown and runs nothing (its policy is in
 * security/headers.server.ts); anything else is only saved.
 */
export function shownFile(file: SentFile): Response {
  return fileResponse(file, file.mediaType.startsWith('image/') ? 'inline' : 'attachment')
}

function fileResponse({ name, mediaType, bytes }: SentFile, how: 'inline' | 'attachment'): Response {
  return new Response(new Uint8Array(bytes), {
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
