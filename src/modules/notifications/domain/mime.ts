/** One part of an e-mail (RFC 5322, RFC 2045): its headers and what it is, decoded. */
export interface MailPart {
  /** By name in small letters; of one that is repeated, the first. */
  headers: ReadonlyMap<string, string>
  /** In small letters, without parameters: 'text/plain'. */
  type: string
  /** The name of an attached file, else undefined. */
  fileName: string | undefined
  /** The text of a part without parts; of anything else, empty. */
  text: string
  parts: readonly MailPart[]
}

/** A stranger's mail may be nested without end. */
const maxDepth = 8
const maxParts = 100

/** Reads an e-mail, whatever it is: what is malformed becomes text. */
export function readMime(bytes: Uint8Array): MailPart {
  const raw = Buffer.from(bytes).toString('latin1').replace(/\r\n?/g, '\n')
  return readPart(raw, 0)
}

function readPart(raw: string, depth: number): MailPart {
  const headEnd = raw.startsWith('\n') ? 0 : raw.indexOf('\n\n')
  const head = headEnd < 0 ? raw : raw.slice(0, headEnd)
  const body = headEnd < 0 ? '' : raw.slice(headEnd + (headEnd === 0 ? 1 : 2))
  const headers = readHeaders(head)
  const contentType = headers.get('content-type') ?? 'text/plain'
  const type = contentType.split(';', 1).join('').trim().toLowerCase() || 'text/plain'
  const fileName = fileNameOf(headers)
  const boundary = parameterOf(contentType, 'boundary')
  if (type.startsWith('multipart/') && boundary !== undefined && depth < maxDepth) {
    const parts = piecesOf(body, boundary)
      .slice(0, maxParts)
      .map((piece) => readPart(piece, depth + 1))
    return { headers, type, fileName, text: '', parts }
  }
  if (type === 'message/rfc822' && depth < maxDepth) {
    const inner = decoded(body, headers.get('content-transfer-encoding')).toString('latin1')
    return { headers, type, fileName, text: '', parts: [readPart(inner, depth + 1)] }
  }
  const isText = /^(?:text|message)\//.test(type)
  const charset = parameterOf(contentType, 'charset') ?? 'utf-8'
  const text = isText ? decodeText(decoded(body, headers.get('content-transfer-encoding')), charset) : ''
  return { headers, type, fileName, text, parts: [] }
}

/** The headers of a block of lines; a line that begins with a space goes on the one before. */
export function readHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const at = line.indexOf(':')
    const name = line.slice(0, Math.max(0, at)).trim().toLowerCase()
    if (name && !headers.has(name)) headers.set(name, decodeWords(line.slice(at + 1).trim()))
  }
  return headers
}

function piecesOf(body: string, boundary: string): string[] {
  const pieces = `\n${body}`.split(`\n--${boundary}`)
  return pieces
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => piece.replace(/^[^\n]*\n/, ''))
}

/** 'text/plain; charset="utf-8"' → 'utf-8' */
function parameterOf(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\*?=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header)
  return found?.[1] ?? found?.[2]
}

function fileNameOf(headers: ReadonlyMap<string, string>): string | undefined {
  const disposition = headers.get('content-disposition') ?? ''
  const name = parameterOf(disposition, 'filename') ?? parameterOf(headers.get('content-type') ?? '', 'name')
  const isAttached = /^attachment\b/i.test(disposition) || name !== undefined
  return isAttached ? (name ?? '').replace(/[\p{Cc}/\\]/gu, '').slice(0, 100) || 'arquivo' : undefined
}

function decoded(body: string, encoding: string | undefined): Buffer {
  const how = encoding?.trim().toLowerCase()
  if (how === 'base64') return Buffer.from(body, 'base64')
  if (how === 'quoted-printable') return unquoted(body.replace(/[ \t]*=[ \t]*\n/g, ''))
  return Buffer.from(body, 'latin1')
}

function unquoted(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

function decodeText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** '=?utf-8?Q?Ol=C3=A1?=' → 'Olá' (RFC 2047). Raw bytes of UTF-8 are read as such. */
function decodeWords(text: string): string {
  return decodeText(Buffer.from(text, 'latin1'), 'utf-8')
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?([\w-]+)\?([bq])\?([^?\s]*)\?=/gi, (_, charset: string, how: string, word: string) => {
      const bytes =
        how.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : unquoted(word.replaceAll('_', ' '))
      return decodeText(bytes, charset)
    })
}
