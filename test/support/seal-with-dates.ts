import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { type SealCertificate, sealCertificate } from '../../src/platform/seal/seal-certificate.ts'

/** Validity period of a certificate. */
export type Dates = readonly [from: string, to: string]

const { pki } = forge
// Keys of the tests, generated once: that takes most of the time.
const keysOf = { authority: pki.rsa.generateKeyPair(2048), shop: pki.rsa.generateKeyPair(2048) }

/** Creates a shop's certificate and its authority, each with its own dates. */
export function sealWithDates({ shop, authority }: { shop: Dates; authority: Dates }): {
  certificate: SealCertificate
  authorityPem: string
} {
  const { above, own } = madeWith({ shop, authority })
  const key = createPrivateKey(pki.privateKeyToPem(keysOf.shop.privateKey))
  return {
    certificate: sealCertificate({ key, own: own.certificate, all: [above.certificate], isTest: false }),
    authorityPem: above.pem,
  }
}

/** Creates such a certificate as a PKCS #12 file, as an authority delivers it. */
export function sealFileWithDates(dates: { shop: Dates; authority: Dates; passphrase: string }): Uint8Array {
  const { above, own } = madeWith(dates)
  const chain = [own, above].map(({ pem }) => pki.certificateFromPem(pem))
  const file = forge.pkcs12.toPkcs12Asn1(keysOf.shop.privateKey, chain, dates.passphrase, {
    algorithm: '3des',
  })
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1')
}

function madeWith({ shop, authority }: { shop: Dates; authority: Dates }) {
  return {
    above: made('AC DE TESTE', authority, keysOf.authority.publicKey, 'AC DE TESTE', true),
    own: made('LOJA DE TESTE', shop, keysOf.shop.publicKey, 'AC DE TESTE', false),
  }
}

function made(name: string, [from, to]: Dates, publicKey: forge.pki.PublicKey, issuer: string, cA: boolean) {
  const certificate = pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = cA ? '01' : '02'
  certificate.validity.notBefore = new Date(from)
  certificate.validity.notAfter = new Date(to)
  certificate.setSubject([{ shortName: 'CN', value: name }])
  certificate.setIssuer([{ shortName: 'CN', value: issuer }])
  certificate.setExtensions([{ name: 'basicConstraints', cA, critical: true }])
  certificate.sign(keysOf.authority.privateKey, forge.md.sha256.create())
  const pem = pki.certificateToPem(certificate)
  return { pem, certificate: new X509Certificate(pem) }
}
