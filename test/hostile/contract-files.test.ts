import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { proofFormat, verifyContract } from '../../src/modules/receipts/proof/verificar-contrato.mjs'
import { MAX_CONTRACT_BYTES } from '../../src/modules/receipts/public.ts'
import { readSealCertificate } from '../../src/platform/seal/read-seal-certificate.ts'
import { contractPdf } from '../modules/receipts/sample-contract.ts'
import { minProcessorTime } from '../support/processor-time.ts'

/*
 * /conferir-contrato takes a file of up to 4 MB from anybody. One of 170 KB, whose attachments unpacked to 8 MB each, once held the
 * process for 20 s. A file of any content may take what an honest one of its size takes: reading, hashing and parsing it once.
 */
const budgetMs = 250
const MB = 1024 * 1024

/** Builds a PDF with a table of these objects, or of offsets that are claimed to be objects. */
function pdfOf(objects: readonly Buffer[], offsets?: readonly number[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = 9
  for (const [index, object] of objects.entries()) {
    places.push(at)
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(whole)
    at += whole.length
  }
  const listed = offsets ?? places
  const rows = listed.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${listed.length + 1}\n0000000000 65535 f \n${rows}trailer\n<<>>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table)])
}

function packed(content: Buffer | string): Buffer {
  const bytes = deflateSync(content, { level: 9 })
  const head = `<<\n/Length ${bytes.length}\n/Filter /FlateDecode\n>>\nstream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])
}

const attached = (name: string, object: number) =>
  Buffer.from(`<<\n/Type /Filespec\n/UF (${name})\n/EF <<\n/F ${object} 0 R\n>>\n>>`)

/** Builds a PDF with these files attached. */
function withFiles(files: Readonly<Record<string, Buffer | string>>): Buffer {
  return pdfOf(
    Object.entries(files).flatMap(([name, content], index) => [
      packed(content),
      attached(name, 2 * index + 1),
    ]),
  )
}

const withProof = (records: unknown, files: Readonly<Record<string, Buffer | string>> = {}) =>
  withFiles({ 'prova.json': JSON.stringify({ format: proofFormat, records }), ...files })

/** Builds a sealed contract with other bytes in place of its signature. */
async function sealedWith(signature: (room: number) => Buffer): Promise<Buffer> {
  const certificate = readSealCertificate({
    file: 'test/support/test-only-certificates/seal.p12',
    passphrase: 'test-only',
  })
  const sealed = Buffer.from(await contractPdf(certificate))
  const [, before, after] = /\/ByteRange \[0 (\d+) (\d+)/.exec(sealed.toString('latin1')) ?? []
  const room = (Number(after) - Number(before) - 2) / 2
  sealed.write(signature(room).subarray(0, room).toString('hex'), Number(before) + 1, 'latin1')
  return sealed
}

const places = (count: number) => Array.from({ length: count }, (_, index) => 10 + index)
const filler = (bytes: number) => Buffer.alloc(bytes, 'x')
const bomb = Buffer.alloc(8 * MB - 1)
const record = { kind: 'contract', textFile: 'text', recordFile: 'record', recordText: `a\n1\n1\n{}` }

const files: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'hundreds of attachments that unpack to 8 MB each': () =>
    pdfOf([packed(bomb), ...Array.from({ length: 400 }, (_, index) => attached(`f${index}`, 1))]),
  '’attachments that each unpack to almost the total limit’': () =>
    pdfOf([
      packed(bomb.subarray(0, 3 * MB)),
      ...Array.from({ length: 200 }, (_, index) => attached(`f${index}`, 1)),
    ]),
  '’an offset table whose objects each extend to the end of the file’': () =>
    pdfOf([filler(3 * MB)], places(19_000)),
  '’one offset for every object’': () =>
    pdfOf(
      [filler(3 * MB)],
      Array.from({ length: 19_000 }, () => 10),
    ),
  'more objects than a contract has': () => pdfOf(Array.from({ length: 60_000 }, () => Buffer.from('<<>>'))),
  'objects without an end': () => pdfOf([filler(100)], [...places(90), 4_000_000, -1, 9_999_999_999]),
  'a hundred thousand records': () => withProof(Array.from({ length: 100_000 }, () => record)),
  'many records of one large text': () =>
    withProof(
      Array.from({ length: 100 }, () => record),
      { text: bomb.subarray(0, 2 * MB), record: 'a' },
    ),
  'many files of one name': () =>
    pdfOf([packed('{}'), ...Array.from({ length: 200 }, () => attached('prova.json', 1))]),
  '’a deeply nested record’': () => withProof([{ ...record, recordText: `a\n1\n1\n${'['.repeat(MB)}` }]),
  'a proof of a million values': () => withFiles({ 'prova.json': `[${'1,'.repeat(MB - 1)}1]` }),
  '’a deeply nested proof’': () => withFiles({ 'prova.json': '['.repeat(2 * MB) }),
  '’thousands of byte ranges of a signature’': () =>
    pdfOf([Buffer.from('/ByteRange [0 1 2 3]'.repeat(190_000))]),
  'a signature of millions of values': () => sealedWith((room) => Buffer.alloc(room, '3000', 'hex')),
  '’a signature dictionary that repeats its time’': () =>
    pdfOf([
      Buffer.from(
        `/ByteRange [0 2000000 2000010 9]${'/M (D:'.repeat(330_000)}<${'0'.repeat(8)}>${'/M (D:'.repeat(100_000)}`,
      ),
    ]),
  '’an empty signature’': () => sealedWith((room) => Buffer.alloc(room)),
}

test.each(Object.entries(files))(
  'checking %s takes no more time than a contract of that size',
  async (_, made) => {
    const bytes = await made()
    expect(bytes.length).toBeLessThanOrEqual(MAX_CONTRACT_BYTES)
    let isRight: boolean | undefined
    const took = await minProcessorTime(budgetMs, () => {
      const { isContract, problems } = verifyContract(bytes)
      isRight = isContract && problems.length === 0
    })
    expect(isRight).toBe(false)
    expect(took).toBeLessThan(budgetMs)
  },
)

test('invalid records, or records that name no file, are no contract and cause no error', () => {
  for (const records of [
    ...[[null], [5], ['a'], [[]], [{}], [{ recordText: 5 }], {}, 'a', null],
    ...[
      [{ ...record, textFile: 'prova.json', recordFile: 'prova.json' }],
      [{ ...record, textFile: '__proto__' }],
    ],
  ]) {
    const { isContract, problems } = verifyContract(withProof(records))
    expect(isContract && problems.length === 0).toBe(false)
  }
})
