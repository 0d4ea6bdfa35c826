import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { readSealCertificate } from '../../../src/platform/seal/read-seal-certificate.ts'
import { sealWithDates } from '../../support/seal-with-dates.ts'
import { contractFacts, contractPdf } from './sample-contract.ts'

const certificates = inRoot('test/support/test-only-certificates')
const seal = readSealCertificate({ file: join(certificates, 'seal.p12'), passphrase: 'test-only' })
const verifier = inRoot('src/modules/receipts/proof/verificar-contrato.mjs')
const folder = mkdtempSync(join(tmpdir(), 'contract-'))

let plain: Buffer
let sealed: Buffer
beforeAll(async () => {
  plain = Buffer.from(await contractPdf())
  sealed = Buffer.from(await contractPdf(seal))
})

/** Writes a file for external programs. */
function written(bytes: Uint8Array, name = 'contrato.pdf'): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** Runs the verifier as an outsider does: a copy of the single file, elsewhere. */
function run(bytes: Uint8Array, ...options: string[]) {
  const copy = written(readFileSync(verifier), 'verificar-contrato.mjs')
  const args = [copy, written(bytes), ...options]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder })
  return { status, said: stdout }
}

const hasTool = (name: string) => spawnSync(name, ['--help']).error === undefined
const missing = ['qpdf', 'pdfsig', 'pdfdetach', 'openssl'].filter((name) => !hasTool(name))
afterAll(() => {
  if (missing.length > 0) console.warn(`Not here, so not asked: ${missing.join(', ')}`)
})

test('the standalone program reports what it knows, and exits with 0 only if it knows whose the seal is', () => {
  const ca = join(certificates, 'seal-ca.pem')
  expect(run(sealed, '--ac', ca)).toMatchObject({ status: 0, said: expect.stringContaining('CONFERE') })
  expect(run(sealed, '--impressao', seal.fingerprint.toUpperCase())).toMatchObject({ status: 0 })
  expect(run(sealed, '--ac', join(certificates, 'ca.pem'))).toMatchObject({
    ...{ status: 1, said: expect.stringContaining('OUTRO SELO') },
  })
  expect(run(sealed, '--impressao', '0'.repeat(64))).toMatchObject({ status: 1 })
  expect(run(sealed)).toMatchObject({ status: 2 })
  expect(run(plain, '--ac', ca)).toMatchObject({ status: 2, said: expect.stringContaining('não tem selo') })
  const altered = Buffer.from(sealed)
  altered[5_000] = (altered[5_000] ?? 0) ^ 1
  expect(run(altered, '--ac', ca)).toMatchObject({ status: 1, said: expect.stringContaining('ALTERADO') })
  expect(run(sealed.subarray(0, -100), '--ac', ca).status).toBe(1)
})

test('the program reports a certificate, the shop’s or its authority’s, that was invalid when the seal was made', async () => {
  const always = ['2026-01-01', '2027-01-01'] as const
  const ended = ['2024-01-01', '2025-01-01'] as const
  const asked = async (shop: readonly [string, string], authority: readonly [string, string]) => {
    const { certificate, authorityPem } = sealWithDates({ shop, authority })
    const bytes = await contractPdf(certificate)
    const ca = written(Buffer.from(authorityPem), 'dates-ca.pem')
    return [run(bytes, '--ac', ca), run(bytes, '--impressao', certificate.fingerprint), run(bytes)]
  }
  expect((await asked(always, always)).map(({ status }) => status)).toEqual([0, 0, 2])
  for (const { status, said } of await asked(ended, always)) {
    expect([status, said.includes('CONFERE')]).toEqual([1, false])
    expect(said).toContain('FORA DO PRAZO: O selo diz que foi feito em 2026-11-23T12:00:00.000Z')
  }
  const [byAuthority, byFingerprint] = await asked(always, ended)
  expect(byAuthority).toMatchObject({ status: 1, said: expect.stringContaining('FORA DO PRAZO: uma das') })
  expect(byFingerprint).toMatchObject({ status: 0 })
})

// External tools, where the machine has them.

test.skipIf(!hasTool('qpdf'))('qpdf finds no problem', () => {
  for (const bytes of [plain, sealed]) {
    expect(execFileSync('qpdf', ['--check', written(bytes)], { encoding: 'utf8' })).toContain(
      'No syntax or stream',
    )
  }
})

test.skipIf(!hasTool('pdfsig'))(
  'pdfsig reads the seal as valid for the whole document, and detects alterations',
  () => {
    const said = (bytes: Uint8Array) => spawnSync('pdfsig', [written(bytes)], { encoding: 'utf8' }).stdout
    expect(said(sealed)).toContain('ETSI.CAdES.detached')
    expect(said(sealed)).toContain('Signature is Valid')
    expect(said(sealed)).toContain('Total document signed')
    const altered = Buffer.from(sealed)
    altered[5_000] = (altered[5_000] ?? 0) ^ 1
    expect(said(altered)).not.toContain('Signature is Valid')
  },
)

test.skipIf(!hasTool('openssl'))('openssl verifies the signature as CAdES, by the authority', () => {
  const [, before = 0, after = 0] = (/\/ByteRange \[0 (\d+) (\d+)/.exec(sealed.toString('latin1')) ?? []).map(
    Number,
  )
  const hex = sealed.toString('latin1', before + 1, after - 1)
  const signature = written(Buffer.from(hex, 'hex'), 'seal.der')
  const covered = written(Buffer.concat([sealed.subarray(0, before), sealed.subarray(after)]), 'covered')
  const verify = (content: string) =>
    spawnSync(
      'openssl',
      [
        ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', signature, '-content', content],
        ...['-CAfile', join(certificates, 'seal-ca.pem'), '-purpose', 'any', '-out', join(folder, 'out')],
      ],
      { encoding: 'utf8' },
    )
  expect(verify(covered)).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/Verification successful/),
  })
  const altered = readFileSync(covered)
  altered[9] = (altered[9] ?? 0) ^ 1
  expect(verify(written(altered, 'altered')).status).not.toBe(0)
})

test.skipIf(!hasTool('pdfdetach') || !hasTool('openssl'))(
  'anybody can recompute both hashes without our code',
  () => {
    execFileSync('pdfdetach', ['-saveall', '-o', folder, written(sealed)])
    const hashOf = (name: string) =>
      execFileSync('openssl', ['dgst', '-sha256', '-r', join(folder, name)], { encoding: 'utf8' }).slice(
        0,
        64,
      )
    const [contract, addendum] = contractFacts.signed
    expect(hashOf('contrato.txt')).toBe(contract?.sha256)
    expect(hashOf('registro-contrato.txt')).toBe(contract?.recordHash)
    expect(hashOf('registro-aditivo-1.txt')).toBe(addendum?.recordHash)
    expect(
      createHash('sha256')
        .update(readFileSync(join(folder, 'aditivo-1.txt')))
        .digest('hex'),
    ).toBe(addendum?.sha256)
  },
)
