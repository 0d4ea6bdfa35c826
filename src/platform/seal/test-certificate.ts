import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import forge from 'node-forge'
import { DAY } from '../../core/durations.ts'
import { ensureDataDir } from '../data-dir.ts'
import { createFileAtomically } from '../folder-lock.ts'
import { type SealCertificate, sealCertificate } from './seal-certificate.ts'

/** Names that identify a test certificate: PDF readers show them. */
const names = {
  authority: 'AC DE TESTE SEM VALOR',
  holder: 'LOJA EM DEMONSTRAÇÃO SEM VALOR',
}

/**
 * Returns the certificate of a demonstration: an authority of its own and a certificate issued by it, created once and kept in
 * the data folder, readable by this user only. No other system trusts it.
 */
export function testSealCertificate(dataDir: string, now: Date): SealCertificate {
  ensureDataDir(dataDir)
  const path = join(dataDir, 'test-seal.pem')
  // If two processes create one at the same time, the file of the first one is kept.
  if (!existsSync(path)) createFileAtomically(path, makeCertificate(now))
  const pem = readFileSync(path, 'utf8')
  const [own, authority] = (
    pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  ).map((text) => new X509Certificate(text))
  if (!own || !authority) throw new Error(`${path} is damaged: delete it, and another one is made`)
  return sealCertificate({ key: createPrivateKey(pem), own, all: [own, authority], isTest: true })
}

function makeCertificate(now: Date): string {
  const { pki } = forge
  const authorityKeys = pki.rsa.generateKeyPair(2048)
  const keys = pki.rsa.generateKeyPair(2048)
  const authority = certificate({ name: names.authority, publicKey: authorityKeys.publicKey, now })
  authority.setIssuer(authority.subject.attributes)
  authority.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  authority.sign(authorityKeys.privateKey, forge.md.sha256.create())
  const own = certificate({ name: names.holder, publicKey: keys.publicKey, now })
  own.setIssuer(authority.subject.attributes)
  own.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'authorityKeyIdentifier', keyIdentifier: authority.generateSubjectKeyIdentifier().getBytes() },
  ])
  own.sign(authorityKeys.privateKey, forge.md.sha256.create())
  return [
    pki.privateKeyToPem(keys.privateKey),
    pki.certificateToPem(own),
    pki.certificateToPem(authority),
  ].join('')
}

function certificate({ name, publicKey, now }: { name: string; publicKey: forge.pki.PublicKey; now: Date }) {
  const made = forge.pki.createCertificate()
  made.publicKey = publicKey
  // Begins with 01, because an INTEGER in DER is only positive if its first bit is 0.
  made.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(15))}`
  made.validity.notBefore = new Date(now.getTime() - DAY)
  made.validity.notAfter = new Date(now.getTime() + 10 * 365 * DAY)
  // UTF8String, because a PrintableString cannot contain Ç.
  made.setSubject([{ shortName: 'CN', value: name, valueTagClass: forge.asn1.Type.UTF8 as never }])
  return made
}
