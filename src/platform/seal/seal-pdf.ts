import { detachedSignature } from './cms.ts'
import type { SealCertificate } from './seal-certificate.ts'

/** Placeholder for an offset in a PDF that is not complete yet. */
export const OFFSET_ROOM = 9_999_999_999

/**
 * Returns the maximum size in bytes of a signature with a certificate: its certificates, a key of up to 4096 bits, attributes.
 */
export function signatureRoom({ certificates }: Pick<SealCertificate, 'certificates'>): number {
  return 2_048 + certificates.reduce((sum, { length }) => sum + length, 0)
}

/**
 * Signs a PDF that has a signature dictionary with room for the signature (PAdES, `ETSI.CAdES.detached`). The signature covers
 * every byte except its own.
 *
 * @param pdf with exactly one `/ByteRange` of `OFFSET_ROOM`s, and `/Contents` of zeros after it
 */
export function sealPdf(pdf: Uint8Array, certificate: SealCertificate): Uint8Array {
  const bytes = Buffer.from(pdf)
  const placeholder = `/ByteRange [0 ${OFFSET_ROOM} ${OFFSET_ROOM} ${OFFSET_ROOM}]`
  const range = bytes.indexOf(placeholder)
  const start = bytes.indexOf('/Contents <', range) + '/Contents '.length
  const end = bytes.indexOf('>', start) + 1
  if (range < 0 || end <= start) throw new Error('the PDF has no room for a signature')
  const filled = `/ByteRange [0 ${start} ${end} ${bytes.length - end}]`
  bytes.write(filled.padEnd(placeholder.length), range, 'latin1')
  const covered = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  const signature = detachedSignature(covered, certificate).toString('hex')
  const room = end - start - 2
  if (signature.length > room) throw new Error('the signature is larger than its room')
  bytes.write(signature.padEnd(room, '0'), start + 1, 'latin1')
  return bytes
}
