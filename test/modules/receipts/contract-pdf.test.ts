import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { leadsTo, verifyContract } from '../../../src/modules/receipts/proof/verificar-contrato.mjs'
import { openSeal } from '../../../src/platform/seal/open-seal.ts'
import { readSealCertificate } from '../../../src/platform/seal/read-seal-certificate.ts'
import { SealError } from '../../../src/platform/seal/seal-certificate.ts'
import { minLongestTurn } from '../../support/processor-time.ts'
import { sealWithDates } from '../../support/seal-with-dates.ts'
import { readPdf } from './read-pdf.ts'
import { contractFacts, contractPdf, signedRecord } from './sample-contract.ts'

const certificates = inRoot('test/support/test-only-certificates')
const seal = (name = 'seal.p12') =>
  readSealCertificate({ file: join(certificates, name), passphrase: 'test-only' })
const folder = mkdtempSync(join(tmpdir(), 'contract-'))

let plain: Buffer
let sealed: Buffer
beforeAll(async () => {
  plain = Buffer.from(await contractPdf())
  sealed = Buffer.from(await contractPdf(seal()))
})

test('without a seal the same records give the same bytes; another record gives other bytes', async () => {
  expect(Buffer.compare(Buffer.from(await contractPdf()), plain)).toBe(0)
  const [contract] = contractFacts.signed
  const other = { ...contractFacts, signed: [contract] } as const
  expect(Buffer.compare(Buffer.from(await contractPdf(undefined, other)), plain)).not.toBe(0)
})

test('declares PDF/A-3a and PDF/UA, with colours, language, structure and associated files', () => {
  for (const bytes of [plain, sealed]) {
    const { catalog, at, objects, tree } = readPdf(bytes)
    const xmp = Buffer.from(at(/\/Metadata (\d+)/.exec(catalog)?.[1])?.stream ?? '', 'latin1').toString(
      'utf8',
    )
    for (const said of [
      ...['<pdfaid:part>3</pdfaid:part>', '<pdfaid:conformance>A</pdfaid:conformance>'],
      ...['<pdfuaid:part>1</pdfuaid:part>', '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>'],
    ])
      expect(xmp).toContain(said)
    expect(catalog).toContain('/OutputIntents')
    expect(catalog).toContain('/Lang (pt-BR)')
    expect(catalog).toMatch(/\/AF \[(?:\d+ 0 R ?){5}\]/)
    const specs = [...objects.values()].filter(({ dictionary }) => dictionary.includes('/Type /Filespec'))
    expect(specs.map(({ dictionary }) => /\/AFRelationship \/(\w+)/.exec(dictionary)?.[1]).sort()).toEqual(
      'Data Source Source Source Source'.split(' '),
    )
    expect(tree.text).toContain('nós limpamos o seu nome')
    expect(catalog).not.toContain('NeedAppearances')
  }
})

test('the attached texts and records are those that were hashed, letter by letter', () => {
  const { isContract, problems, records, seal: none } = verifyContract(plain)
  expect({ isContract, problems, none }).toEqual({ isContract: true, problems: [], none: undefined })
  expect(records.map(({ kind, recordSha256 }) => [kind, recordSha256])).toEqual(
    contractFacts.signed.map(({ kind, recordHash }) => [kind, recordHash]),
  )
})

test('a seal names its certificate, and is trusted through its own authority only', () => {
  for (const name of ['seal.p12', 'seal-legacy.p12']) {
    expect(seal(name).fingerprint).toBe(seal().fingerprint)
  }
  const report = verifyContract(sealed)
  expect(report).toMatchObject({
    problems: [],
    seal: { isValid: true, name: 'LOJA DE TESTE LTDA:11222333000181' },
  })
  expect(report.seal?.fingerprint).toBe(seal().fingerprint)
  const authority = (name: string) => new X509Certificate(readFileSync(join(certificates, name)))
  const leads = (name: string) => leadsTo(report.seal?.certificates ?? [], [authority(name)])
  expect([leads('seal-ca.pem'), leads('ca.pem'), leads('shop.pem')]).toEqual([true, false, false])
})

const always = ['2026-01-01', '2027-01-01'] as const
const ended = ['2024-01-01', '2026-11-23T11:59:59Z'] as const
const toCome = ['2026-11-23T12:00:01Z', '2028-01-01'] as const

test.each([
  ['holds', always, undefined],
  ['ended a second before', ended, 'só vale de Jan  1 00:00:00 2024 GMT a Nov 23 11:59:59 2026 GMT'],
  ['begins a second later', toCome, 'só vale de Nov 23 12:00:01 2026 GMT'],
])('the certificate of a seal made on 23 November at noon %s', async (_, shop, problem) => {
  const { certificate } = sealWithDates({ shop, authority: always })
  const { problems, seal } = verifyContract(await contractPdf(certificate))
  expect(problems).toEqual([])
  expect([seal?.isValid, seal?.signedAt?.toISOString()]).toEqual([true, '2026-11-23T12:00:00.000Z'])
  if (problem) expect(seal?.dateProblem).toContain(problem)
  else expect(seal?.dateProblem).toBeUndefined()
})

test('a seal from the future, or without a time, has no known time', async () => {
  const at = (now: string) => verifyContract(sealed, new Date(now)).seal?.dateProblem
  expect(at('2026-11-23T11:40:00Z')).toContain('que ainda não chegou')
  expect([at('2026-11-23T11:55:00Z'), at('2030-01-01')]).toEqual([undefined, undefined])
  for (const [said, other] of [
    ['/M (D:20261123120000Z)', '/m (D:20261123120000Z)'],
    ['/M (D:20261123120000Z)', '/M (D:20261399120000Z)'],
  ] as const) {
    const untimed = Buffer.from(sealed.toString('latin1').replace(said, other), 'latin1')
    expect(untimed.equals(sealed)).toBe(false)
    expect(verifyContract(untimed).seal?.dateProblem).toContain('não diz quando foi feito')
  }
})

test('a seal is trusted at a time only through certificates valid then', () => {
  const leads = (shop: readonly [string, string], authority: readonly [string, string], at?: string) => {
    const { certificate, authorityPem } = sealWithDates({ shop, authority })
    const certificates = certificate.certificates.map((raw) => new X509Certificate(raw))
    return leadsTo(certificates, [new X509Certificate(authorityPem)], at ? new Date(at) : undefined)
  }
  const noon = '2026-11-23T12:00:00Z'
  expect([leads(always, always, noon), leads(ended, ended)]).toEqual([true, true])
  expect([leads(ended, always, noon), leads(always, ended, noon), leads(always, toCome, noon)]).toEqual([
    false,
    false,
    false,
  ])
})

test('seals with an elliptic-curve key too', async () => {
  const bytes = await contractPdf(seal('seal-ec.p12'))
  expect(verifyContract(bytes)).toMatchObject({
    problems: [],
    seal: { isValid: true, name: 'LOJA DE TESTE EC' },
  })
})

test('detects a change of any byte of a sealed contract', () => {
  const from = sealed.indexOf('/Contents <') + '/Contents <'.length
  const to = sealed.indexOf('>', from)
  const end = from + sealed.toString('latin1', from, to).replace(/0+$/, '').length
  // The signature is at the end of its reserved space; the certificates of authorities before it are included and prove
  // themselves.
  const isLoose = (at: number) => at >= from && at < to && (at < end - 500 || at >= end)
  const places = [...Array(Math.floor(sealed.length / 37)).keys()].map((index) => index * 37)
  const unnoticed = [...places, end - 10, sealed.length - 1].filter((at) => {
    if (isLoose(at)) return false
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    const { isContract, problems } = verifyContract(altered)
    return isContract && problems.length === 0
  })
  expect(unnoticed).toEqual([])
})

test('detects an altered text, record or link without a seal too', async () => {
  const [contract, addendum] = contractFacts.signed
  if (!addendum) throw new Error('no addendum')
  const problemsOf = async (altered: Partial<typeof contract>) => {
    const signed = [{ ...contract, ...altered }, addendum] as const
    return verifyContract(await contractPdf(undefined, { ...contractFacts, signed })).problems
  }
  expect(await problemsOf({})).toEqual([])
  expect(await problemsOf({ text: contract.text.replace('nome', 'mome') })).toEqual([
    'O texto do contrato foi alterado.',
  ])
  const record = 'O registro do aceite do contrato foi alterado.'
  expect(await problemsOf({ recordText: contract.recordText.replace('15:00', '16:00') })).toEqual([record])
  expect(await problemsOf({ previousHash: 'cd'.repeat(32) })).toEqual([record])
  expect(await problemsOf({ position: 4 })).toEqual([record])
  expect(await problemsOf({ recordHash: addendum.recordHash })).toEqual([record])
  const forged = signedRecord('contract', contract.text.replace('limpamos', 'vendemos'))
  expect(await problemsOf({ ...contract, text: forged.text, sha256: forged.sha256 })).toEqual([
    'O texto do contrato foi alterado.',
  ])
})

test('a file that was cut off, appended to, sealed by another file or is not a PDF is not a contract', () => {
  const appended = Buffer.concat([sealed, Buffer.from('\n% more')])
  for (const bytes of [
    ...[sealed.subarray(0, -100), sealed.subarray(0, 2_000), Buffer.alloc(0), Buffer.from('%PDF-1.7')],
    ...[appended, Buffer.from('startxref\n0\n%%EOF'), Buffer.from('xref\n0 99999999\nstartxref\n0\n%%EOF')],
  ]) {
    const { isContract, problems } = verifyContract(bytes)
    expect(isContract && problems.length === 0).toBe(false)
  }
  // An update after the seal with its own table, as PDF editors append one.
  const start = /startxref\n(\d+)/.exec(sealed.toString('latin1', sealed.length - 64))?.[1]
  const updated = Buffer.concat([sealed, Buffer.from(`\nstartxref\n${start}\n%%EOF\n`)])
  expect(verifyContract(updated)).toMatchObject({
    problems: ['O arquivo foi alterado depois de selado, ou o selo é de outro arquivo.'],
  })
})

test('an unusable certificate is one error message; an expired one seals nothing', async () => {
  const file = join(certificates, 'seal.p12')
  const problemOf = (which: { file: string; passphrase: string }) => {
    try {
      readSealCertificate(which)
    } catch (error) {
      if (error instanceof SealError) return error.message
      throw error
    }
    return undefined
  }
  expect(problemOf({ file, passphrase: 'another' })).toBe(`SEAL_PASSPHRASE: não é a senha de ${file}.`)
  expect(problemOf({ file: '/none.p12', passphrase: 'x' })).toContain('não pode ser lido (ENOENT)')
  expect(problemOf({ file: join(certificates, 'ca.pem'), passphrase: 'x' })).toContain(
    'não é um arquivo PKCS#12',
  )
  const configured = { production: true, dataDir: folder, seal: { file, passphrase: 'test-only' } }
  const at = (now: string) => openSeal(configured, { now: () => new Date(now) })
  expect((await (await at('2030-01-01')).current())?.name).toBe('LOJA DE TESTE LTDA:11222333000181')
  const expired = await at('2200-01-01')
  expect(await expired.current()).toBeUndefined()
  expect(expired.configured?.notAfter.getTime()).toBeLessThan(Date.parse('2200-01-01'))
  const none = await openSeal({ ...configured, seal: undefined }, { now: () => new Date() })
  expect(await none.current()).toBeUndefined()
})

test('outside production an installation creates its own certificate once, marked as such', async () => {
  const ofDemo = async () => {
    const seal = await openSeal(
      { production: false, dataDir: folder, seal: undefined },
      { now: () => new Date() },
    )
    return seal.current()
  }
  expect(await ofDemo()).toMatchObject({ isTest: true, name: 'LOJA EM DEMONSTRAÇÃO SEM VALOR' })
  expect((await ofDemo())?.fingerprint).toBe((await ofDemo())?.fingerprint)
})

test('renders a long contract in short steps, so that other requests do not wait', async () => {
  const clause = 'A contratada prestará o serviço, e o contratante pagará o preço nos prazos combinados. '
  const text = Array.from({ length: 60 }, (_, at) => `CLÁUSULA ${at}. OBJETO\n${clause.repeat(8)}`).join('\n')
  const facts = { ...contractFacts, signed: [signedRecord('contract', text)] } as const
  const draw = () => contractPdf(undefined, facts)
  expect(await minLongestTurn(30, draw)).toBeLessThan(30)
})
