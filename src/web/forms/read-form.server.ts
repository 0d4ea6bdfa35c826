import { printable } from '../../core/text.ts'
import type { RouteTraits } from '../routing/traits.ts'
import { blocksOf } from './blocks.server.ts'
import { MultipartError, partsOf } from './multipart.server.ts'

/** Limits that a route declares for the forms submitted to it. */
export type FormLimits = Pick<RouteTraits, 'maxBodyBytes' | 'maxTextBytes' | 'maxFields' | 'takesFiles'>

/** Reasons why a submitted form is not read; the text for its sender is in security/unreadable.server.ts. */
export type FormRefusal = 'unreadable' | 'too_large' | 'too_many_fields' | 'too_long'

export type ReadForm = { ok: true; form: FormData } | { ok: false; code: FormRefusal }

/**
 * Maximum length of a value, in characters. No field of ours is longer; up to this length, a password or address that is too long
 * gets its own message.
 */
export const MAX_VALUE_LENGTH = 10_000
/** Maximum length of a field name, in characters. */
export const MAX_NAME_LENGTH = 100

/**
 * Reads a submitted form, once, for the route that it was submitted to. Limits apply before parsing: bytes are counted while they
 * arrive, fields by their separators. So any form has at most `maxFields` fields, and reading it is linear in its bytes. Files in
 * a form that accepts none are ignored, like unknown fields.
 *
 * @returns a refusal with `unreadable` also for a form with a NUL, which PostgreSQL text cannot contain
 */
export async function readForm(request: Request, limits: FormLimits): Promise<ReadForm> {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data\s*;/i.test(type)) return readMultipart(request, limits)
  if (urlEncoded.test(type)) return readUrlEncoded(request, limits)
  return refuse('unreadable')
}

/** Browsers send no charset. Text in a charset other than UTF-8 would be decoded incorrectly. */
const urlEncoded = /^application\/x-www-form-urlencoded\s*(?:;\s*(?:charset="?(?:utf-8|us-ascii)"?\s*)?)?$/i

const refuse = (code: FormRefusal): ReadForm => ({ ok: false, code })

async function readUrlEncoded(
  request: Request,
  { maxBodyBytes, maxTextBytes = maxBodyBytes, maxFields }: FormLimits,
): Promise<ReadForm> {
  if (!request.body) return { ok: true, form: new FormData() }
  const blocks = blocksOf(request.body, () => new MultipartError('the form ends in the middle'))
  try {
    const bytes = await blocks.take(maxTextBytes + 1)
    if (bytes.length > maxTextBytes) return refuse('too_large')
    if (countOf(bytes, ampersand) >= maxFields) return refuse('too_many_fields')
    return formOf(new URLSearchParams(bytes.toString('utf8')))
  } catch (error) {
    if (error instanceof MultipartError) return refuse('unreadable')
    throw error
  } finally {
    blocks.release()
  }
}

/**
 * Maximum number of parts. A part costs several times as much as a URL-encoded field; two for each of 999 instalments are still
 * fewer.
 */
const maxParts = 2_000

async function readMultipart(
  request: Request,
  { maxBodyBytes, maxTextBytes = maxBodyBytes, maxFields: allowed, takesFiles = false }: FormLimits,
): Promise<ReadForm> {
  const maxFields = Math.min(allowed, maxParts)
  const fields: [name: string, value: string][] = []
  const files: [name: string, file: File][] = []
  let seen = 0
  let text = 0
  let count = 0
  try {
    for await (const part of partsOf(request, { maxPart: maxBodyBytes, maxParts: maxFields + 1 })) {
      count += 1
      seen += part.bytes.length
      if (part.fileName === undefined) text += part.bytes.length
      if (part.tooLarge || seen > maxBodyBytes || text > maxTextBytes) return refuse('too_large')
      if (count > maxFields) return refuse('too_many_fields')
      const { field, fileName } = part
      if (fileName === undefined) fields.push([field, Buffer.from(part.bytes).toString('utf8')])
      else if (takesFiles && fileName !== '')
        files.push([field, new File([new Uint8Array(part.bytes)], fileName)])
    }
  } catch (error) {
    if (error instanceof MultipartError) return refuse('unreadable')
    throw error
  }
  const read = formOf(fields)
  if (read.ok) for (const [name, file] of files) read.form.append(name, file)
  return read
}

/** A password is kept exactly as it was typed. */
const isPassword = (name: string) => /password|senha/i.test(name)

/**
 * Returns the fields as a form, if all of them can be read and stored; without control characters, and without characters that
 * change the direction of the surrounding text. A line break is one character, as the `maxlength` of a control counts it, although
 * browsers send two.
 */
function formOf(fields: Iterable<[name: string, value: string]>): ReadForm {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (name.length > MAX_NAME_LENGTH || value.length > MAX_VALUE_LENGTH) return refuse('too_long')
    if (name.includes('\0') || value.includes('\0')) return refuse('unreadable')
    form.append(name, isPassword(name) ? value : printable(value).replace(/\r\n?/g, '\n'))
  }
  return { ok: true, form }
}

const ampersand = '&'.charCodeAt(0)

function countOf(bytes: Uint8Array, wanted: number): number {
  let count = 0
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) count += 1
  return count
}
