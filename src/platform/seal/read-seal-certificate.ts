import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import forge from 'node-forge'
import { codeOf } from '../error-code.ts'
import { type SealCertificate, SealError, sealCertificate } from './seal-certificate.ts'

/**
 * Reads the certificate and its key from a PKCS#12 file, as authorities of ICP-Brasil issue them (A1).
 *
 * @throws SealError when the file cannot be read, the passphrase is wrong, or it has no certificate for its key
 */
export function readSealCertificate({
  file,
  passphrase,
}: {
  file: string
  passphrase: string
}): SealCertificate {
  const container = open(readFile(file), { file, passphrase })
  const { pkcs8ShroudedKeyBag: shrouded = '', keyBag = '', certBag = '' } = forge.pki.oids
  const [keyed] = [shrouded, keyBag].flatMap((type) => container.getBags({ bagType: type })[type] ?? [])
  if (!keyed) throw new SealError(`SEAL_CERTIFICATE_FILE: o arquivo ${file} não tem a chave do certificado.`)
  const key = keyOf(keyed)
  const all = (container.getBags({ bagType: certBag })[certBag] ?? []).map(certificateOf)
  const own = all.find((certificate) => certificate.checkPrivateKey(key))
  if (!own)
    throw new SealError(`SEAL_CERTIFICATE_FILE: nenhum certificado em ${file} é o da chave que ele tem.`)
  return sealCertificate({ key, own, all, isTest: false })
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new SealError(
      `SEAL_CERTIFICATE_FILE: o arquivo ${file} não pode ser lido (${codeOf(error) ?? error}).`,
    )
  }
}

function open(bytes: Buffer, { file, passphrase }: { file: string; passphrase: string }) {
  const encoded = (() => {
    try {
      return forge.asn1.fromDer(bytes.toString('latin1'))
    } catch {
      throw new SealError(`SEAL_CERTIFICATE_FILE: ${file} não é um arquivo PKCS#12 (.p12 ou .pfx).`)
    }
  })()
  try {
    return forge.pkcs12.pkcs12FromAsn1(encoded, passphrase)
  } catch (error) {
    if (error instanceof Error && /invalid password|MAC could not be verified/i.test(error.message)) {
      throw new SealError(`SEAL_PASSPHRASE: não é a senha de ${file}.`)
    }
    throw new SealError(`SEAL_CERTIFICATE_FILE: ${file} não pode ser aberto como PKCS#12.`)
  }
}

/** Reads the private key. Only RSA keys are parsed; others remain in their original encoding. */
function keyOf({ key, asn1 }: forge.pkcs12.Bag): KeyObject {
  const type = key ? 'pkcs1' : 'pkcs8'
  return createPrivateKey({ key: bytesOf(key ? forge.pki.privateKeyToAsn1(key) : asn1), format: 'der', type })
}

function certificateOf({ cert, asn1 }: forge.pkcs12.Bag): X509Certificate {
  return new X509Certificate(bytesOf(cert ? forge.pki.certificateToAsn1(cert) : asn1))
}

function bytesOf(value: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1')
}
