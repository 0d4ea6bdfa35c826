import type { KeyObject, X509Certificate } from 'node:crypto'
import { sha256 } from '../digest.ts'

/** Certificate with which this shop seals PDFs, and its key. */
export interface SealCertificate {
  key: KeyObject
  /** In DER: the shop's own certificate, then those of the authorities above it, as far as they are known. */
  certificates: readonly [Buffer, ...Buffer[]]
  /** Its common name: 'EMPRESA LTDA:12345678000195'. */
  name: string
  notBefore: Date
  notAfter: Date
  /** SHA-256 of the shop's own certificate, hexadecimal. */
  fingerprint: string
  /** Issued by this installation itself, for trials: it proves nothing to third parties. */
  isTest: boolean
}

/** Problem with the certificate, as one sentence in Portuguese for the operator. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** Combines a certificate with those of the authorities above it, nearest first. */
export function sealCertificate({
  key,
  own,
  all,
  isTest,
}: {
  key: KeyObject
  own: X509Certificate
  all: readonly X509Certificate[]
  isTest: boolean
}): SealCertificate {
  const above: X509Certificate[] = []
  for (let at = own; ; ) {
    const issuer = all.find((other) => at.checkIssued(other) && at.verify(other.publicKey))
    if (!issuer || issuer === at || above.includes(issuer)) break
    above.push(issuer)
    at = issuer
  }
  return {
    key,
    certificates: [own.raw, ...above.map(({ raw }) => raw)],
    name: (/^CN=(.*)$/m.exec(own.subject)?.[1] ?? own.subject).replaceAll(/\\(.)/g, '$1'),
    notBefore: own.validFromDate,
    notAfter: own.validToDate,
    fingerprint: sha256(own.raw),
    isTest,
  }
}

/** Returns the reason why a certificate is not valid now, as one sentence in Portuguese; undefined while it is valid. */
export function sealProblem(
  { notBefore, notAfter }: Pick<SealCertificate, 'notBefore' | 'notAfter'>,
  now: Date,
): string | undefined {
  if (now > notAfter) return `o certificado venceu em ${notAfter.toISOString().slice(0, 10)}; peça outro`
  if (now < notBefore) return `o certificado só vale a partir de ${notBefore.toISOString().slice(0, 10)}`
  return undefined
}
