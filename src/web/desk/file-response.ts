import { contentDisposition } from '../ui/content-disposition.ts'

/**
 * A file that somebody sent, for a team member. An image is shown and runs nothing (its policy is in
 * security/headers.server.ts); anything else is only saved.
 */
export function fileResponse({
  name,
  mediaType,
  bytes,
}: {
  name: string
  mediaType: string
  bytes: Uint8Array
}): Response {
  const how = mediaType.startsWith('image/') ? 'inline' : 'attachment'
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': mediaType,
      'Content-Length': String(bytes.length),
      'Content-Disposition': contentDisposition(how, name),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
