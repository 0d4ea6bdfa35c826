// Databases: one. Pages over HTTP; what a contract proves has tests without a database.
import { ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { openContract, renderUnsealed } from '../../../src/modules/receipts/open-contract.ts'
import { verifyContract } from '../../../src/modules/receipts/proof/verificar-contrato.mjs'
import { readSealCertificate } from '../../../src/platform/seal/read-seal-certificate.ts'
import { contractCheckCopy as copy } from '../../../src/web/copy/contract-check.ts'
import { contractPdf } from '../../modules/receipts/sample-contract.ts'
import { atDesk, demoAccount, signedIn } from '../../support/desk.ts'
import { sealWithDates } from '../../support/seal-with-dates.ts'
import { allPages, type Browser, publicUrl, webWith } from '../../support/web.ts'

const web = webWith(allPages, async () => ({ DATA_DIR: mkdtempSync(join(tmpdir(), 'contract-')) }))

let customer: Browser
let orderId = ''
let pdf: Buffer
const path = '/conferir-contrato'

const query = async (text: string, values: unknown[] = []) =>
  (await web.database.$client.query<Record<string, string>>(text, values)).rows

/** Returns what the page answers a stranger who sends a file or types a code. */
async function asked(sent: Uint8Array | string, address = '198.51.100.7') {
  const body = new FormData()
  if (typeof sent === 'string') body.append('codigo', sent)
  else body.append('contrato', new File([new Uint8Array(sent)], 'contrato.pdf', { type: 'application/pdf' }))
  const headers = { Origin: publicUrl, Accept: 'text/html' }
  const request = new Request(new URL(path, publicUrl), { method: 'POST', headers, body })
  const answer = await web.handle(request, { address })
  // The footer names the shop's services.
  const text = (await answer.text()).replaceAll('<!-- -->', '').split('<footer')[0] ?? ''
  return { status: answer.status, text }
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const flipped = (bytes: Buffer, at: number) => {
  const altered = Buffer.from(bytes)
  altered[at] = (altered[at] ?? 0) ^ 1
  return altered
}

beforeAll(async () => {
  const { app, database } = web
  const account = demoAccount('customer')
  const id = (await app.identity.accountOf(database, account.email))?.userId ?? ''
  const viewer = { id, email: account.email, nome: 'Ana Souza' }
  for (let signed = 0; signed < 2; signed++) {
    const draft = await app.contracting.startHiring({
      ...{ name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' },
      ...{ serviceId: 'clean-name', planId: 'a-vista', viewer },
    })
    if (!draft.ok) throw new Error(draft.code)
    const accepted = await app.contracting.acceptContract({
      ...{ draftId: draft.value.draftId, viewer, ticked: ['Li e aceito.'] },
      evidence: { ip: '203.0.113.7', userAgent: 'Navegador de teste' },
    })
    if (!accepted.ok) throw new Error(accepted.code)
    orderId = accepted.value.orderId
  }
  customer = await signedIn(web, account)
  pdf = await bytesOf(await customer.get(`/contract/copia/${orderId}/pdf`))
})

test('the customer gets the contract as a sealed PDF, nobody else does, and downloads at the desk are recorded', async () => {
  expect(await (await customer.get(`/contract/copia/${orderId}`)).text()).toContain(
    `/contract/copia/${orderId}/pdf`,
  )
  const { isContract, problems, records, seal } = verifyContract(pdf)
  expect({ isContract, problems, valid: seal?.isValid }).toEqual({
    isContract: true,
    problems: [],
    valid: true,
  })
  const [row] = await query('select sha256, record_hash from contract_acceptances where order_id = $1', [
    orderId,
  ])
  expect(records).toMatchObject([{ textSha256: row?.sha256, recordSha256: row?.record_hash }])
  const stranger = await signedIn(web, demoAccount('finance'))
  expect((await stranger.get(`/contract/copia/${orderId}/pdf`)).status).toBe(404)
  const desk = await atDesk(web, 'support')
  const opened = await desk.get(`/painel/pedidos/${orderId}/contrato`)
  expect(opened.headers.get('content-disposition')).toMatch(/^attachment; filename="contrato-RC-/)
  expect(verifyContract(await bytesOf(opened)).problems).toEqual([])
  const [logged] = await web.app.backoffice.latestAudit({ limit: 1 })
  expect(logged).toMatchObject({ action: 'contract.open', detail: { orderId } })
  expect(await (await customer.get('/account/privacidade')).text()).toContain('abriu um contrato seu')
})

test('the page recognises it by the file and by either code, and names nobody', async () => {
  const [row] = await query('select sha256, record_hash from contract_acceptances where order_id = $1', [
    orderId,
  ])
  const byFile = await asked(pdf)
  expect(byFile.status).toBe(200)
  expect(byFile.text).toContain(copy.verdicts.ours)
  expect(byFile.text).toContain(copy.seals.test)
  const copied = (row?.sha256 ?? '').toUpperCase().replace(/^.{40}/, '$&\n ')
  for (const code of [row?.record_hash ?? '', ` ${copied} `]) {
    expect((await asked(code)).text).toContain(copy.codeOurs.why)
  }
  for (const { text } of [byFile, await asked(row?.sha256 ?? '')]) {
    for (const personal of ['Ana', '529', 'Limpeza', '203.0.113.7', orderId])
      expect(text).not.toContain(personal)
    expect(text).toMatch(/Aceito em/)
  }
})

test('an altered, truncated or foreign file, or one that is not a contract, is not recognised', async () => {
  const middle = Math.floor(pdf.length / 2)
  for (const altered of [flipped(pdf, middle), flipped(pdf, 3_000), flipped(pdf, pdf.length - 400)]) {
    expect((await asked(altered)).text).toMatch(
      new RegExp(`${copy.verdicts.altered}|${copy.verdicts.unreadable}`),
    )
  }
  expect((await asked(pdf.subarray(0, -50))).text).toContain(copy.verdicts.unreadable)
  const certificates = inRoot('test/support/test-only-certificates')
  const other = readSealCertificate({ file: `${certificates}/seal.p12`, passphrase: 'test-only' })
  // Coherent and sealed, but not one of our records.
  expect((await asked(await contractPdf(other))).text).toContain(copy.verdicts.unknown)
  expect((await asked('0'.repeat(64))).text).toContain(copy.verdicts.unknown)
  for (const nothing of ['abc', orderId, "' or 1=1 --"]) {
    expect((await asked(nothing)).text).toContain(copy.verdicts.unreadable)
  }
  expect((await asked('')).status).toBe(422)
})

test('a check that was ended says nothing about the file, and asks for it again', async () => {
  endNextProcess()
  const { status, text } = await asked(pdf)
  expect(status).toBe(503)
  expect(text).toContain(copy.form.notChecked)
  for (const verdict of Object.values(copy.verdicts)) expect(text).not.toContain(verdict)
})

test('our records under another’s seal are not recognised', async () => {
  await query('update seal_certificates set fingerprint = $1', ['0'.repeat(64)])
  expect((await asked(pdf)).text).toContain(copy.verdicts.altered)
  await query('update seal_certificates set fingerprint = $1', [verifyContract(pdf).seal?.fingerprint])
  expect((await asked(pdf)).text).toContain(copy.verdicts.ours)
})

test('our seal made outside the dates of its certificate is not recognised: somebody has an old key', async () => {
  const authority = ['2020-01-01', '2030-01-01'] as const
  const sealedBy = async (shop: readonly [string, string]) => {
    const { certificate } = sealWithDates({ shop, authority })
    const issuerAt = (at: Date) => web.app.catalogue.companyAt({ at })
    const contract = await openContract(
      { ...web.app, issuerAt, seal: async () => certificate },
      { orderId, userId: await ownerOf(orderId) },
    )
    return (await asked(contract?.bytes ?? new Uint8Array(), '198.51.100.8')).text
  }
  expect(await sealedBy(['2025-01-01', '2027-01-01'])).toContain(copy.verdicts.ours)
  expect(await sealedBy(['2023-01-01', '2025-01-01'])).toContain(copy.verdicts.altered)
})

test('a contract altered in the database is reported, with the file and with the code', async () => {
  const write = async (ip: string) => {
    await query('alter table contract_acceptances disable trigger contract_acceptances_append_only')
    await query('update contract_acceptances set ip = $2 where order_id = $1', [orderId, ip])
    await query('alter table contract_acceptances enable trigger contract_acceptances_append_only')
  }
  await write('198.51.100.1')
  expect((await asked(pdf)).text).toContain(copy.verdicts.broken)
  // An altered contract is not sealed either.
  expect((await customer.get(`/contract/copia/${orderId}/pdf`)).status).toBe(500)
  await write('203.0.113.7')
  expect((await asked(pdf)).text).toContain(copy.verdicts.ours)
})

test('a shop without a certificate makes a PDF without a seal, and recognises it byte by byte', async () => {
  const plain = await renderUnsealed(
    {
      ...web.app,
      issuerAt: (at) => web.app.catalogue.companyAt({ at }),
    },
    { orderId, userId: await ownerOf(orderId) },
  )
  if (!plain) throw new Error('no contract')
  expect(verifyContract(plain.bytes).seal).toBeUndefined()
  expect((await asked(plain.bytes)).text).toContain(copy.seals.none)
  const altered = Buffer.from(plain.bytes)
  const at = altered.indexOf('/Title (')
  expect((await asked(flipped(altered, at + 10))).text).toContain(copy.verdicts.pages_unknown)
})

test('the verification program can be downloaded, and is the tested one', async () => {
  const answer = await web.browser().get(`${path}/programa`)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="verificar-contrato.mjs"')
  expect(await answer.text()).toContain('node verificar-contrato.mjs contrato.pdf')
})

test('limits the checks of a network per hour, and refuses a file that is too large', async () => {
  const statuses: number[] = []
  for (let time = 0; time < 41; time++) statuses.push((await asked('oi', '198.51.100.99')).status)
  expect(statuses.slice(0, 40).every((status) => status === 200)).toBe(true)
  expect(statuses[40]).toBe(429)
  expect((await asked(Buffer.alloc(5 * 1024 * 1024), '198.51.100.98')).status).toBe(413)
})

/** Ends the next process that is started, before it can answer, as the system does where memory is short. */
function endNextProcess(): void {
  const processes = ChildProcess.prototype as unknown as { spawn(options: object): number }
  const spawn = processes.spawn
  const once = vi.spyOn(processes, 'spawn').mockImplementationOnce(function (this: ChildProcess, options) {
    const code = spawn.call(this, options)
    this.kill('SIGSTOP')
    setTimeout(() => this.kill('SIGKILL'), 50)
    once.mockRestore()
    return code
  })
}

async function ownerOf(id: string): Promise<string> {
  const [row] = await query('select user_id from contract_acceptances where order_id = $1', [id])
  return row?.user_id ?? ''
}
