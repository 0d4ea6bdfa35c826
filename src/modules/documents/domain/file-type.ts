/** What a customer may send (specification, section 5: pdf, jpg, jpeg, png). */
export const mediaTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type MediaType = (typeof mediaTypes)[number]

/**
 * What a file is by its own bytes; a name or a declared type proves nothing. Undefined for anything else, for a JPEG
 * cut before its end, and for a file that a browser could also read as a page.
 */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const type = signatureOf(bytes)
  return type && !looksLikePage(bytes) ? type : undefined
}

const extensions: Record<MediaType, readonly [string, ...string[]]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
}

/** Of what may be sent, in upper case: 'PDF', 'JPG', 'JPEG', 'PNG'. */
export const fileExtensions = Object.values(extensions).flatMap((all) => all.map((one) => one.toUpperCase()))

const longestName = 120

/**
 * The name a document is kept and downloaded under: the last part of a path, without control or direction marks, at
 * most 120 characters, with an extension that agrees with the content ('rg.png' holding a JPEG becomes 'rg.jpg').
 */
export function documentName(given: string, type: MediaType): string {
  const clean = (given.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const [, stem = '', written = ''] = /^(.*?)(?:\.([0-9a-z]{1,5}))?$/is.exec(clean) ?? []
  const known = extensions[type]
  const extension = known.includes(written.toLowerCase()) ? written.toLowerCase() : known[0]
  const short = [...stem]
    .slice(0, longestName - extension.length - 1)
    .join('')
    .trim()
  return `${short || 'documento'}.${extension}`
}

function signatureOf(bytes: Uint8Array): MediaType | undefined {
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'application/pdf'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff]) && hasJpegEnd(bytes)) return 'image/jpeg'
  return undefined
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.length > start.length && start.every((byte, index) => bytes[index] === byte)
}

/** Phones write notes of their own after the end of the picture: the mark need not be the last two bytes. */
function hasJpegEnd(bytes: Uint8Array): boolean {
  for (let end = bytes.lastIndexOf(0xd9); end > 3; end = bytes.lastIndexOf(0xd9, end - 1)) {
    if (bytes[end - 1] === 0xff) return true
  }
  return false
}

/** The tags a browser that guesses would look for, in as much as it reads to guess. */
function looksLikePage(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 2048)).toLowerCase()
  return /<(?:!doctype\s+html|html|head|body|script|iframe|svg|meta|object|embed)[\s>/]/.test(start)
}
