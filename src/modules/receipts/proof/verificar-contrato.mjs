#!/usr/bin/env node
// Confere um contrato em PDF sem depender de quem o emitiu: só precisa do Node.js 20 ou mais novo.
//
//   node verificar-contrato.mjs contrato.pdf [--ac autoridade.pem] [--impressao SHA256_DO_CERTIFICADO]
//
// Termina com 0 se nada foi alterado e o selo é de quem se esperava; com 1 se algo foi alterado, ou se um certificado não
// valia quando o selo foi feito; com 2 se nada foi alterado mas falta saber de quem é o selo (sem --ac nem --impressao), ou
// se o PDF não tem selo. Quando o selo foi feito é ele mesmo quem diz: não há carimbo do tempo de terceiros.
//
// The shop's own page of verification uses the same functions: one description of what is checked.
import { createHash, verify, X509Certificate } from 'node:crypto'
import { inflateSync } from 'node:zlib'

/** The format of the attached `prova.json`. */
export const proofFormat = 'recomeco-contract-evidence/1'

/**
 * More than any contract has, with all its addenda; a larger file is an attack. Anybody may upload a file to the shop's page, so
 * the processing time must grow only with the file's size.
 */
const max = {
  objects: 20_000,
  files: 250,
  records: 100,
  /** Bytes of all attached files together. */
  unpacked: 4 * 1024 * 1024,
  /** Characters of JSON, and brackets in it: parsing a million nested ones takes seconds. */
  json: 2 * 1024 * 1024,
  brackets: 20_000,
  /** Hexadecimal digits of the signature, with its certificates. */
  signature: 128 * 1024,
  /** Characters of the signature's dictionary on each side of the signature. */
  dictionary: 4 * 1024,
  certificates: 20,
}

/**
 * @typedef {object} ProofRecord
 * @property {'contract' | 'addendum'} kind
 * @property {string} textFile name of the attached text
 * @property {string} recordFile name of the attached record
 * @property {string} textSha256 hexadecimal
 * @property {string} recordSha256 hexadecimal
 * @property {string} previousRecordSha256 hexadecimal
 * @property {number} chain
 * @property {number} position
 * @property {string} recordText what is hashed: previous hash, chain, position and canonical record, one a line
 */

/**
 * @typedef {object} Seal
 * @property {boolean} isValid whether it covers the whole file and its signature is correct
 * @property {string} name the signer, according to the certificate
 * @property {string} issuer
 * @property {string} fingerprint SHA-256 of the certificate, hexadecimal
 * @property {string} validFrom
 * @property {string} validTo
 * @property {Date | undefined} signedAt when it was made, according to its own dictionary; undefined when that has no time
 * @property {string | undefined} dateProblem in Portuguese: why its certificate was not valid then, or why that cannot be
 *   determined
 * @property {X509Certificate[]} certificates the signer's, then the others that are embedded
 */

/**
 * @typedef {object} ContractReport
 * @property {boolean} isContract whether it is a PDF with a proof of this format
 * @property {string[]} problems in Portuguese; none when nothing was altered
 * @property {ProofRecord[]} records
 * @property {Seal | undefined} seal undefined for a PDF without one
 */

/**
 * Verifies the evidence in a PDF: the hashes of its records and texts, and its seal.
 *
 * @param {Uint8Array} bytes
 * @param {Date} [now] a seal with a later time is rejected
 * @returns {ContractReport}
 */
export function verifyContract(bytes, now = new Date()) {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let files
  let proof
  try {
    files = attachedFiles(pdf)
    proof = parseJson(takeFile(files, 'prova.json').toString('utf8'))
    const { format, records } = proof
    if (format !== proofFormat || !Array.isArray(records) || records.length === 0) throw new Error()
    if (records.length > max.records || !records.every((record) => record instanceof Object))
      throw new Error()
  } catch {
    return {
      isContract: false,
      problems: ['O arquivo não é um contrato desta loja em PDF, ou está danificado.'],
      records: [],
      seal: undefined,
    }
  }
  const problems = []
  const records = []
  for (const record of proof.records) {
    records.push(record)
    problems.push(...recordProblems(files, record))
  }
  let seal
  try {
    seal = readSeal(pdf, now)
    if (seal && !seal.isValid)
      problems.push('O arquivo foi alterado depois de selado, ou o selo é de outro arquivo.')
  } catch {
    problems.push('O selo do arquivo está danificado.')
  }
  return { isContract: true, problems, records, seal }
}

/** The inconsistencies of a record: its text, its hashes, its position. */
function recordProblems(files, record) {
  const name = record.kind === 'addendum' ? 'aditivo' : 'contrato'
  try {
    const problems = []
    const [previous, chain, position, ...rest] = record.recordText.split('\n')
    const content = parseJson(rest.join('\n'))
    const text = takeFile(files, record.textFile)
    if (
      sha256(text) !== record.textSha256 ||
      content.sha256 !== record.textSha256 ||
      content.text !== text.toString()
    ) {
      problems.push(`O texto do ${name} foi alterado.`)
    }
    const isPlaced =
      previous === record.previousRecordSha256 &&
      chain === String(record.chain) &&
      position === String(record.position)
    const isHashed = sha256(record.recordText) === record.recordSha256
    const recordFile = takeFile(files, record.recordFile).toString('utf8')
    if (!isPlaced || !isHashed || recordFile !== record.recordText) {
      problems.push(`O registro do aceite do ${name} foi alterado.`)
    }
    return problems
  } catch {
    return [`O registro do aceite do ${name} está danificado.`]
  }
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex')
}

function parseJson(text) {
  if (text.length > max.json) throw new Error('JSON that is too large')
  let brackets = 0
  for (const _ of text.matchAll(/[[{]/g))
    if (++brackets > max.brackets) throw new Error('JSON that is too deep')
  return JSON.parse(text)
}

/** Takes a file, for a single use: otherwise a thousand records of one large file would hash it a thousand times. */
function takeFile(files, name) {
  const file = files.get(name)
  if (!file) throw new Error(`no file ${name}`)
  files.delete(name)
  return file
}

// Parses the PDF (ISO 32000-1): objects by the cross-reference table, and the attached files.

/** @returns {Map<string, Buffer>} the attached files by name */
function attachedFiles(pdf) {
  const objects = objectsOf(pdf)
  const files = new Map()
  let left = max.unpacked
  for (const { dictionary } of objects) {
    if (!/\/Type \/Filespec\b/.test(dictionary)) continue
    const name = /\/UF \(([^()\\]*)\)/.exec(dictionary)?.[1]
    const number = /\/EF <<\s*\/F (\d+) 0 R\s*>>/.exec(dictionary)?.[1]
    if (!name || !number || files.has(name)) throw new Error('an attachment cannot be read')
    const file = streamOf(objects, Number(number), left)
    left -= file.length
    if (left <= 0 || files.size === max.files) throw new Error('the attachments are too large')
    files.set(name, file)
  }
  return files
}

/** The objects in the order of their numbers, by the cross-reference table at the end of the file; each ends where the next begins. */
function objectsOf(pdf) {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 64))
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1])
  const table = pdf.toString('latin1', start, pdf.length)
  const [head, first, count] = /^xref\s+(\d+) (\d+)\s+/.exec(table) ?? []
  if (!head || first !== '0' || Number(count) > max.objects) throw new Error('no table of objects')
  const offsets = Array.from({ length: Number(count) }, (_, index) =>
    Number(table.slice(head.length + index * 20, head.length + index * 20 + 10)),
  ).slice(1)
  const inFile = [...offsets, start].sort((one, other) => one - other)
  const ends = new Map(inFile.map((offset, index) => [offset, inFile[index + 1]]))
  const isTable = offsets.every(Number.isInteger) && inFile.at(-1) === start
  if (!isTable || ends.size <= offsets.length) throw new Error('objects that overlap')
  return offsets.map((offset) => {
    const bytes = pdf.subarray(offset, ends.get(offset))
    const stream = bytes.indexOf('\nstream\n')
    const dictionary = bytes.toString('latin1', 0, stream >= 0 ? stream : bytes.length)
    return { dictionary, body: stream >= 0 ? bytes.subarray(stream + '\nstream\n'.length) : undefined }
  })
}

function streamOf(objects, number, maxOutputLength) {
  const { dictionary, body } = objects[number - 1] ?? {}
  if (!body || !dictionary.startsWith(`${number} 0 obj`)) throw new Error('another object is there')
  const bytes = body.subarray(0, Number(/\/Length (\d+)\b/.exec(dictionary)?.[1]))
  return /\/Filter \/FlateDecode\b/.test(dictionary) ? inflateSync(bytes, { maxOutputLength }) : bytes
}

// The seal: a detached CMS signature (RFC 5652) over every byte of the file except itself (PAdES).

/** @returns {Seal | undefined} */
function readSeal(pdf, now) {
  const ranges = []
  for (const range of pdf.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\s*\]/g)) {
    if (ranges.push(range) === 2) throw new Error('more than one signature')
  }
  if (ranges.length === 0 && pdf.includes('/Type /Sig')) throw new Error('a signature without its range')
  if (ranges.length === 0) return undefined
  const [before, after, rest] = ranges[0].slice(1).map(Number)
  if (after - before > max.signature) throw new Error('the signature is too large')
  const hex = pdf.toString('latin1', before, after)
  const coversAll = after + rest === pdf.length && /^<[0-9a-f]+>$/i.test(hex)
  const signature = Buffer.from(hex.slice(1, -1), 'hex')
  const covered = Buffer.concat([pdf.subarray(0, before), pdf.subarray(after, after + rest)])
  const { signer, certificates, isRight } = readSignature(signature, covered)
  const signedAt = signingTime(pdf, before, after)
  return {
    isValid: coversAll && isRight,
    name: commonName(signer.subject),
    issuer: commonName(signer.issuer),
    fingerprint: sha256(signer.raw),
    validFrom: signer.validFrom,
    validTo: signer.validTo,
    signedAt,
    dateProblem: dateProblem(signer, signedAt, now),
    certificates: [signer, ...certificates.filter((other) => !other.raw.equals(signer.raw))],
  }
}

/** A small clock error is tolerated; a seal with tomorrow's date is not. */
const clockErrorMs = 10 * 60_000

/** The time in the signature dictionary (`/M`), the only one that PAdES allows. The signature covers it. */
function signingTime(pdf, before, after) {
  const around = max.dictionary
  const head = pdf.toString('latin1', Math.max(0, before - around), before)
  const tail = pdf.toString('latin1', after, after + around)
  const dictionary = head.slice(head.lastIndexOf(' obj') + 1) + tail.slice(0, tail.indexOf('endobj') + 1)
  const times = [...dictionary.matchAll(/\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/g)]
  if (times.length !== 1) return undefined
  const [year, month, day, ...time] = times[0].slice(1)
  const at = new Date(`${year}-${month}-${day}T${time.join(':')}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function dateProblem(certificate, at, now) {
  if (!at) return 'O selo não diz quando foi feito: não dá para saber se o certificado valia.'
  const said = `O selo diz que foi feito em ${at.toISOString()}`
  if (at.getTime() > now.getTime() + clockErrorMs) return `${said}, que ainda não chegou.`
  if (isValidAt(certificate, at)) return undefined
  return `${said}, e o certificado só vale de ${certificate.validFrom} a ${certificate.validTo}.`
}

/** Whether a certificate is within its dates. Unreadable dates count as invalid. */
function isValidAt({ validFrom, validTo }, at) {
  return new Date(validFrom) <= at && at <= new Date(validTo)
}

const oids = {
  signedData: '06092a864886f70d010702',
  contentType: '06092a864886f70d010903',
  messageDigest: '06092a864886f70d010904',
  signingCertificateV2: '060b2a864886f70d010910022f',
  sha256: '0609608648016503040201',
}

function readSignature(bytes, covered) {
  const [contentInfo] = derValues(bytes)
  const [type, wrapped] = derValues(contentInfo.content)
  if (hexOf(type) !== oids.signedData) throw new Error('no signed data')
  const signedData = derValues(derValues(wrapped.content)[0].content)
  const sent = derValues(signedData.find(({ tag }) => tag === 0xa0).content)
  if (sent.length > max.certificates) throw new Error('too many certificates')
  const certificates = sent.map(({ whole }) => new X509Certificate(whole))
  const signers = derValues(signedData.at(-1).content)
  if (signers.length !== 1) throw new Error('not one signer')
  const [, issuerAndSerial, digest, attributes, , value] = derValues(signers[0].content)
  const signer = certificates.find(({ raw }) => issuerAndSerialOf(raw).equals(issuerAndSerial.content))
  if (!signer) throw new Error('no certificate of the signer')
  const attribute = (oid) =>
    derValues(attributes.content)
      .map(({ content }) => derValues(content))
      .find(([name]) => hexOf(name) === oid)?.[1]?.content
  const hashed = derValues(attribute(oids.messageDigest))[0].content
  const [certId] = derValues(derValues(derValues(attribute(oids.signingCertificateV2))[0].content)[0].content)
  const isRight =
    hexOf(derValues(digest.content)[0]) === oids.sha256 &&
    hashed.toString('hex') === sha256(covered) &&
    derValues(certId.content)[0].content.toString('hex') === sha256(signer.raw) &&
    // Signed as a SET OF, but stored under a different tag.
    verify(
      'sha256',
      Buffer.concat([Buffer.from([0x31]), attributes.whole.subarray(1)]),
      signer.publicKey,
      value.content,
    )
  return { signer, certificates, isRight }
}

/** Issuer and serial number of a certificate, in the form in which a signature names it. */
function issuerAndSerialOf(certificate) {
  const fields = derValues(derValues(derValues(certificate)[0].content)[0].content)
  const at = fields[0].tag === 0xa0 ? 1 : 0
  return Buffer.concat([fields[at + 2].whole, fields[at].whole])
}

/** The consecutive values of DER; zeros at the end fill the space reserved for the signature. */
function derValues(bytes) {
  const values = []
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const first = bytes[at + 1]
    const more = first < 0x80 ? 0 : first & 0x7f
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
    const start = at + 2 + more
    if (start + length > bytes.length) throw new Error('DER is cut off')
    values.push({
      tag: bytes[at],
      whole: bytes.subarray(at, start + length),
      content: bytes.subarray(start, start + length),
    })
    at = start + length
  }
  return values
}

const hexOf = ({ whole }) => whole.toString('hex')
const commonName = (name) => (/^CN=(.*)$/m.exec(name)?.[1] ?? name).replaceAll(/\\(.)/g, '$1')

/**
 * Whether a certificate chains to one of these authorities by valid signatures.
 *
 * @param {readonly X509Certificate[]} certificates the signer's, then others in any order
 * @param {readonly X509Certificate[]} authorities
 * @param {Date} [at] requires every certificate of the chain, including the authority's, to be within its dates at this
 *   time
 */
export function leadsTo(certificates, authorities, at) {
  const isInTime = (certificate) => !at || isValidAt(certificate, at)
  const trusted = authorities.filter(isInTime)
  let [current] = certificates
  for (let steps = 0; steps < 8 && current && isInTime(current); steps++) {
    const subject = current
    const isSigned = (by) => subject.checkIssued(by) && subject.verify(by.publicKey)
    if (trusted.some((authority) => authority.raw.equals(subject.raw) || isSigned(authority))) return true
    current = certificates.find(
      (other) => other !== subject && other.ca && isInTime(other) && isSigned(other),
    )
  }
  return false
}

// The command.

async function main(args) {
  const { readFileSync } = await import('node:fs')
  const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const [file] = args
  if (!file || file.startsWith('-')) {
    console.error('Uso: node verificar-contrato.mjs contrato.pdf [--ac autoridade.pem] [--impressao SHA256]')
    return 1
  }
  const { problems, records, seal } = verifyContract(readFileSync(file))
  for (const { kind, recordSha256, textSha256, chain, position, recordText } of records) {
    const { acceptedAtText } = JSON.parse(recordText.split('\n').slice(3).join('\n'))
    console.log(`${kind === 'addendum' ? 'Aditivo' : 'Contrato'} aceito em ${acceptedAtText}`)
    console.log(`  texto      SHA-256 ${textSha256}`)
    console.log(`  registro   SHA-256 ${recordSha256} (corrente ${chain}, posição ${position})`)
  }
  if (seal) {
    console.log(`Selo de ${seal.name}, por ${seal.issuer}, válido de ${seal.validFrom} a ${seal.validTo}`)
    console.log(`  certificado SHA-256 ${seal.fingerprint}`)
    if (seal.signedAt) console.log(`  feito em ${seal.signedAt.toISOString()}, como ele mesmo diz`)
  }
  for (const problem of problems) console.log(`ALTERADO: ${problem}`)
  if (problems.length > 0) return 1
  if (!seal) {
    console.log(
      'Os registros são coerentes, mas o PDF não tem selo: as páginas podem ter sido alteradas. Confira no site da loja.',
    )
    return 2
  }
  if (seal.dateProblem) {
    console.log(`FORA DO PRAZO: ${seal.dateProblem}`)
    return 1
  }
  const authorities = option('--ac')
  const fingerprint = option('--impressao')?.replaceAll(':', '').toLowerCase()
  if (!authorities && !fingerprint) {
    console.log(
      'Nada foi alterado desde o selo. Falta saber se o selo é de quem se espera: use --ac ou --impressao.',
    )
    return 2
  }
  const trusted = authorities && certificatesIn(readFileSync(authorities, 'utf8'))
  const isExpected =
    (!fingerprint || fingerprint === seal.fingerprint) && (!trusted || leadsTo(seal.certificates, trusted))
  if (!isExpected) {
    console.log('OUTRO SELO: o selo não é de quem se esperava.')
    return 1
  }
  if (trusted && !leadsTo(seal.certificates, trusted, seal.signedAt)) {
    console.log('FORA DO PRAZO: uma das autoridades acima do certificado não valia quando o selo foi feito.')
    return 1
  }
  console.log('CONFERE: nada foi alterado, e o selo é de quem se esperava.')
  return 0
}

function certificatesIn(pem) {
  return (pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  )
}

if (process.argv[1]?.endsWith('verificar-contrato.mjs')) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(`Não deu para conferir: ${error.message}`)
    return 1
  })
}
