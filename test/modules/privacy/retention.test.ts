// Databases: one
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type DataKind, keptData } from '../../../src/core/kept-data.ts'
import { ACCESS_DAYS, CONTRACT_DAYS, retention } from '../../../src/core/retention.ts'
import { renegotiations } from '../../../src/modules/contracting/tables.server.ts'
import type { ListedPayment } from '../../../src/modules/payments/ports.ts'
import { keepRaw } from '../../../src/modules/payments/set-aside/raw-store.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { atDesk } from '../../support/desk.ts'
import { deliver } from '../../support/listeners.ts'
import { allPages, webWith } from '../../support/web.ts'
import { pdf } from '../documents/sample-files.ts'
import { ana, createPeople } from './people.ts'

let dataDir: string
const web = webWith(allPages, async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'retention-'))
  return { DATA_DIR: dataDir }
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const { account, openRequestAtDesk, sendAll } = createPeople(web)

const choice = {
  ...{ serviceId: 'clean-name' as const, planId: 'mensal-12x' },
  ...{ name: ana.name, cpf: ana.cpf, phone: ana.phone },
}
const evidence = { ip: '198.51.100.77', userAgent: 'Celular' }
const consentOf = (draftId: string, viewer: { id: string; email: string; nome: string }) => ({
  ...{ draftId, viewer, ticked: ['Li e aceito.'], evidence },
})

async function count(from: string): Promise<number> {
  const { rows } = await web.database.$client.query<{ n: string }>(`select count(*) as n from ${from}`)
  return Number(rows[0]?.n)
}

const filesIn = async (folder: string) =>
  (await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (entry) => entry.isFile(),
  ).length

const memberOf = async (role: 'support') =>
  (await web.app.team.members()).find((member) => member.role === role)?.id ?? ''

/** Requests a look-up. @returns its id and its charge's */
async function requestLookup(kind: 'complete' | 'rating'): Promise<{ id: string; chargeId: string }> {
  await web.app.consultations.requestConsultation({
    kind,
    subject: { cpf: ana.cpf, name: ana.name, phone: ana.phone, email: ana.email },
    ...{ method: 'pix', declared: true, userId: undefined, evidence },
  })
  const { rows } = await web.database.$client.query<{ id: string; chargeId: string }>(
    'select id, charge_id as "chargeId" from consultations order by created_at desc, id desc limit 1',
  )
  if (!rows[0]) throw new Error('no look-up')
  return rows[0]
}

/** Pays a look-up and delivers its result, as a file and a text. */
async function deliverLookup({ id, chargeId }: { id: string; chargeId: string }): Promise<void> {
  await deliver(web.database, web.app.consultations.listeners, {
    type: 'charge.settled',
    payload: {
      ...{ chargeId, purpose: { kind: 'consultation', id }, userId: null },
      ...{ amount: 2_500, received: 2_500, method: 'pix', paidOn: '2026-03-02' },
    },
  })
  const actor = await memberOf('support')
  const delivered = await web.app.backoffice.deliverLookup({
    ...{ consultationId: id, seenVersion: 0, actor, reason: 'feita no bureau', text: 'Nada consta' },
    file: { name: 'laudo.pdf', bytes: pdf('laudo') },
  })
  if (!delivered.ok) throw new Error(delivered.code)
}

/** Everything that a customer of one day leaves: an account, an order that ended, look-ups, drafts, messages and what a provider said. */
async function leaveEverything(): Promise<void> {
  const desk = await atDesk(web, 'staff')
  const { id, browser } = await account(ana)
  const viewer = { id, email: ana.email, nome: ana.name, documento: ana.cpf }
  for (const draftOf of [viewer, null, viewer]) {
    const started = await web.app.contracting.startHiring({ ...choice, viewer: draftOf })
    if (!started.ok) throw new Error(started.code)
    if (draftOf && (await count('contract_acceptances')) === 0) {
      const accepted = await web.app.contracting.acceptContract(consentOf(started.value.draftId, viewer))
      if (!accepted.ok) throw new Error(accepted.code)
      const { orderId } = accepted.value
      const note = { orderId, actor: await memberOf('support'), note: 'Ligou cedo.', reason: 'nota' }
      expect(await web.app.backoffice.addNote(note)).toMatchObject({ ok: true })
      expect(await web.app.contracting.withdraw({ orderId, viewer })).toMatchObject({ ok: true })
      await web.database.insert(renegotiations).values({
        ...{ id: newId(), orderId, userId: id, paymentType: '3x', priceText: 'R$ 1.500,00' },
        ...{ replaced: [], rows: [], openAmount: 150_000, newAmount: 150_000, words: 'Como combinado.' },
        ...{ status: 'refused', answer: 'Perdi o emprego.', proposedBy: newId() },
        ...{ proposedAt: web.app.clock.now(), expiresAt: web.app.clock.now(), endedAt: web.app.clock.now() },
      })
    }
  }
  const words = 'O meu nome está escrito errado: é com dois éles.'
  await browser.post('/account/privacidade', { intent: 'correction', texto: words })
  await desk.post(await openRequestAtDesk(desk), {
    intent: 'answer',
    atendido: '1',
    resposta: 'Corrigimos o seu nome.',
  })
  await requestLookup('rating')
  await deliverLookup(await requestLookup('complete'))
  const listed = [{ providerId: newId(), raw: JSON.stringify({ payer: ana.name }) } as ListedPayment]
  const now = web.app.clock.now()
  await keepRaw(web.database, {
    cipher: createCipher('ab'.repeat(32)),
    provider: 'mercado-pago',
    listed,
    now,
  })
  await sendAll()
}

/** What is left of each kind, and after how many days of that day it ends. Kinds of an account or of the shop end otherwise. */
const ends: readonly { kind: DataKind; what: string; days: number; left: () => Promise<number> }[] = [
  {
    ...{ kind: 'draft', what: 'a draft of a browser', days: retention.draftDays },
    left: () => count('hiring_drafts where order_id is null and user_id is null'),
  },
  {
    ...{ kind: 'draft', what: 'a draft of an account', days: retention.accountDraftDays },
    left: () => count('hiring_drafts where order_id is null and user_id is not null'),
  },
  {
    ...{ kind: 'unpaid-lookup', what: 'an unpaid look-up', days: retention.unpaidLookupDays },
    left: () => count('consultations where erased_at is null and paid_at is null'),
  },
  {
    ...{ kind: 'link', what: 'the link of a sign-up', days: 2 + retention.linkDays },
    left: () => count('sign_ups'),
  },
  {
    ...{ kind: 'journal', what: 'the journal of messages', days: retention.journalDays },
    left: () => filesIn('files/journal'),
  },
  {
    ...{ kind: 'document', what: 'a document', days: retention.documentDays },
    left: () => filesIn('files/documents'),
  },
  {
    ...{ kind: 'lookup-result', what: 'the text of a result', days: retention.documentDays },
    left: () => count('consultation_results where content is not null'),
  },
  {
    ...{ kind: 'proposal', what: 'a proposal', days: retention.proposalDays },
    left: () => count('proposals'),
  },
  {
    ...{ kind: 'provider-words', what: 'what a provider said', days: retention.rawPaymentDays },
    left: () => count('raw_payments where sealed is not null'),
  },
  {
    ...{ kind: 'message', what: 'the words of a message', days: retention.messageDays },
    left: () => count("messages where kind = 'contract.accepted' and text <> ''"),
  },
  {
    ...{ kind: 'access', what: 'a session', days: 7 + ACCESS_DAYS },
    left: () => count('sessions'),
  },
  {
    ...{ kind: 'lookup', what: 'who asked about whom', days: CONTRACT_DAYS },
    left: () => count('consultations where erased_at is null and paid_at is not null'),
  },
  {
    ...{ kind: 'order', what: 'a note about an order', days: CONTRACT_DAYS },
    left: () => count("order_events where kind = 'noted' and text is not null"),
  },
  {
    ...{ kind: 'request', what: 'a request about one’s data', days: CONTRACT_DAYS },
    left: () => count('privacy_requests'),
  },
  {
    ...{ kind: 'team', what: 'a session at the desk', days: ACCESS_DAYS },
    left: () => count('desk_sessions'),
  },
  {
    ...{ kind: 'contract', what: 'a contract', days: CONTRACT_DAYS },
    left: () => count('contract_acceptances where sealed is not null'),
  },
  {
    ...{ kind: 'contract', what: 'what was said of a new schedule', days: CONTRACT_DAYS },
    left: () => count("renegotiations where words <> '' or answer is not null"),
  },
  {
    ...{ kind: 'message', what: 'the recipient of a message', days: CONTRACT_DAYS },
    left: () => count("messages where kind = 'contract.accepted' and \"to\" <> ''"),
  },
]

const jobNames = new Set(Object.values(keptData).flatMap(({ jobs }) => [...jobs]))

/**
 * Advances to a number of days after the first and runs the nightly jobs that delete data, and the jobs that they enqueue.
 */
async function night(day: number): Promise<void> {
  const at = Date.parse('2026-03-02T12:00:00Z') + day * 86_400_000
  web.pass((at - web.app.clock.now().getTime()) / 60_000)
  for (const name of jobNames) await web.app.jobs[name]?.run({})
  const { rows } = await web.database.$client.query<{ name: string; data: object }>(
    "delete from pgboss.job where name in ('documents.erase', 'consultations.erase-file') returning name, data",
  )
  for (const { name, data } of rows) await web.app.jobs[name]?.run(data)
}

test('personal data stays until its last day and is gone two days later, over five years of nights', async () => {
  await leaveEverything()
  const last = ends.toSorted((a, b) => a.days - b.days)
  for (const { what, left } of last) expect(await left(), what).toBeGreaterThan(0)
  for (const days of new Set(last.map((end) => end.days))) {
    await night(days - 1)
    for (const end of last.filter((one) => one.days === days)) {
      expect(await end.left(), `${end.what}, a day before its last`).toBeGreaterThan(0)
    }
    await night(days + 2)
    for (const end of last.filter((one) => one.days === days)) {
      expect(await end.left(), `${end.what}, after its last day`).toBe(0)
    }
  }
  expect(await web.app.contracting.verifyAcceptances()).toMatchObject({ breaches: [] })
  // Back-ups are whole, and end with their own programs.
  const timed = Object.entries(keptData).filter(([, { jobs }]) => jobs.length > 0)
  const untried = timed.map(([kind]) => kind).filter((kind) => !last.some((end) => end.kind === kind))
  expect(untried).toEqual(['backup'])
}, 120_000)
