/** Accepted file types (specification, section 5: pdf, jpg, jpeg, png). */
export const mediaTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type MediaType = (typeof mediaTypes)[number]

/**
 * The media type by content; the file name and the declared type are not trusted. Undefined for other types, for a
 * truncated JPEG and for a file that a browser could sniff as HTML.
 */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const type = signatureOf(bytes)
  return type && !looksLikeHtml(bytes) ? type : undefined
}

const extensions: Record<MediaType, readonly [string, ...string[]]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
}

/** The accepted extensions in upper case: 'PDF', 'JPG', 'JPEG', 'PNG'. */
export const fileExtensions = Object.values(extensions).flatMap((all) => all.map((one) => one.toUpperCase()))

const maxNameLength = 120

/**
 * Sanitizes a file name for storage and download: the last path segment, without control or direction characters, at
 * most 120 characters, with an extension that matches the content ('rg.png' with JPEG content becomes 'rg.jpg').
 */
export function documentName(given: string, type: MediaType): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const clean = shortened(last)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const [, stem = '', givenExtension = ''] = /^(.*?)(?:\.([0-9a-z]{1,5}))?$/is.exec(clean) ?? []
  const allowed = extensions[type]
  const extension = allowed.includes(givenExtension.toLowerCase()) ? givenExtension.toLowerCase() : allowed[0]
  const short = [...stem]
    .slice(0, maxNameLength - extension.length - 1)
    .join('')
    .trim()
  return `${short || 'documento'}.${extension}`
}

/**
 * No file system allows such long names. Keeps the beginning and the extension, to bound the input of every later step.
 */
function shortened(name: string): string {
  return name.length > 512 ? `${name.slice(0, 480)}${name.slice(-32)}`.toWellFormed() : name
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

/** Phones append metadata after the image: the end marker need not be the last two bytes. */
function hasJpegEnd(bytes: Uint8Array): boolean {
  for (let end = bytes.length - 1; end > 3; end--) {
    if (bytes[end] === 0xd9 && bytes[end - 1] === 0xff) return true
  }
  return false
}

/** HTML tags that browsers sniff for, within the bytes that they inspect. */
function looksLikeHtml(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 2048)).toLowerCase()
  return /<(?:!doctype\s+html|html|head|body|script|iframe|svg|meta|object|embed)[\s>/]/.test(start)
}
