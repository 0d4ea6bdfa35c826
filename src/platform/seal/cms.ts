import { sign } from 'node:crypto'
import { sha256 } from '../digest.ts'
import { der, derValues, none, octets, oid, sequence, setOf } from './der.ts'
import type { SealCertificate } from './seal-certificate.ts'

const ids = {
  data: oid('1.2.840.113549.1.7.1'),
  signedData: oid('1.2.840.113549.1.7.2'),
  contentType: oid('1.2.840.113549.1.9.3'),
  messageDigest: oid('1.2.840.113549.1.9.4'),
  signingCertificateV2: oid('1.2.840.113549.1.9.16.2.47'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
  rsa: oid('1.2.840.113549.1.1.1'),
  ecdsaWithSha256: oid('1.2.840.10045.4.3.2'),
}
const sha256Id = sequence(ids.sha256, none)
const version1 = Buffer.from([0x02, 0x01, 0x01])

/**
 * Creates a detached CMS signature (RFC 5652) as PAdES baseline B requires it (ETSI EN 319 142-1, 6.3): SHA-256, the signed
 * attributes content-type, message-digest and signing-certificate-v2 (RFC 5035), and no signing time, which is in the PDF.
 */
export function detachedSignature(content: Uint8Array, { key, certificates }: SealCertificate): Buffer {
  const [own] = certificates
  const issuer = issuerAndSerial(own)
  const attributes = [
    sequence(ids.contentType, setOf(ids.data)),
    sequence(ids.messageDigest, setOf(octets(digestOf(content)))),
    sequence(ids.signingCertificateV2, setOf(signingCertificate(own, issuer))),
  ]
  // Signed as a SET OF, but stored under its own tag (RFC 5652, 5.4).
  const signed = setOf(...attributes)
  const stored = Buffer.from(signed)
  stored[0] = 0xa0
  const signatureId = key.asymmetricKeyType === 'ec' ? sequence(ids.ecdsaWithSha256) : sequence(ids.rsa, none)
  const signer = sequence(
    ...[version1, sequence(issuer.name, issuer.serial), sha256Id, stored, signatureId],
    octets(sign('sha256', signed, key)),
  )
  return sequence(
    ids.signedData,
    der(
      0xa0,
      sequence(...[version1, setOf(sha256Id), sequence(ids.data), der(0xa0, ...certificates), setOf(signer)]),
    ),
  )
}

/**
 * Returns the attribute that identifies the signing certificate: an attacker who replaces the certificate by another one for the
 * same key makes the signature invalid.
 */
function signingCertificate(certificate: Buffer, { name, serial }: Issuer): Buffer {
  const issuerSerial = sequence(sequence(der(0xa4, name)), serial)
  return sequence(sequence(sequence(octets(digestOf(certificate)), issuerSerial)))
}

interface Issuer {
  name: Buffer
  serial: Buffer
}

/**
 * Reads issuer and serial number of a certificate in DER (RFC 5280, 4.1): TBSCertificate begins with a version, the serial, an
 * algorithm, the issuer.
 */
function issuerAndSerial(certificate: Buffer): Issuer {
  const [outer] = derValues(certificate)
  const [tbs] = derValues(outer?.content ?? Buffer.alloc(0))
  const fields = derValues(tbs?.content ?? Buffer.alloc(0))
  const at = fields[0]?.tag === 0xa0 ? 1 : 0
  const [serial, name] = [fields[at], fields[at + 2]]
  if (!serial || !name) throw new Error('a certificate without issuer or serial number')
  return { name: name.whole, serial: serial.whole }
}

function digestOf(bytes: Uint8Array): Buffer {
  return Buffer.from(sha256(bytes), 'hex')
}
