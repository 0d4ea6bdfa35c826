// Databases: one
import { eq, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ACCESS_DAYS, retention } from '../../../src/core/retention.ts'
import { indexContacts } from '../../../src/modules/consultations/contact-index.ts'
import { eraseSubjects } from '../../../src/modules/consultations/personal.ts'
import { proofRule } from '../../../src/modules/consultations/public.ts'
import { consultations } from '../../../src/modules/consultations/tables.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { fileKeysOf } from '../../../src/platform/storage/file-keys.ts'
import { testDatabase } from '../../support/database.ts'
import { recordsOf } from '../../support/personal.ts'
import { pdf } from '../documents/sample-files.ts'
import { minute } from '../payments/payments-harness.ts'
import { type Lookups, startLookups } from './lookups-setup.ts'

const day = 24 * 60 * minute
const secret = 'Nada consta em nome de Joana.'
const ip = '203.0.113.7'
const nobody = { userId: undefined, linkId: undefined }

let w: Lookups
beforeAll(async () => {
  w = await startLookups({ testDatabase })
})
afterAll(() => w.close())
beforeEach(() => w.sent.splice(0))

const keyIn = (text = '') => /\/resultado\/(\S+)/.exec(text)?.[1] ?? ''
const codeIn = (text = '') => /^(\d{3} \d{3})$/m.exec(text)?.[1] ?? ''

/** Requests, pays and delivers a look-up with a text result, by default of a guest. Returns it with the key of its link. */
async function delivered(given: { email?: string; userId?: string } = { email: 'joana@exemplo.com.br' }) {
  const requested = await w.request(given)
  await w.pay(requested)
  w.sent.splice(0)
  expect(await w.deliverResult(requested.consultationId, { text: secret })).toEqual({ ok: true, value: 1 })
  return { ...requested, link: keyIn(w.sent[0]?.text) }
}

/** Proves a guest's identity: requests, reads and enters a code. */
async function proven(link: string) {
  expect(await w.module.sendResultCode({ key: link, channel: 'email', ip })).toMatchObject({ ok: true })
  const checked = await w.module.checkResultCode({ key: link, code: codeIn(w.sent.at(-1)?.text) })
  if (!checked.ok) throw new Error(checked.code)
  return { userId: undefined, linkId: checked.value }
}

test('a delivery is notified by e-mail and WhatsApp, with a link and without the result', async () => {
  const { consultationId, link } = await delivered()
  expect(w.sent.map(({ to, channel, kind }) => [to, channel, kind])).toEqual([
    ['joana@exemplo.com.br', 'email', 'consultation.delivered'],
    ['+5548999991234', 'whatsapp', 'consultation.delivered'],
  ])
  expect(link).not.toBe('')
  expect(JSON.stringify(w.sent)).not.toMatch(/Nada consta|52998224725|Joana/)
  expect(await w.module.forTeam({ id: consultationId })).toMatchObject({ status: 'delivered', version: 1 })
})

test('a guest without an e-mail is notified by WhatsApp of the payment and of the result', async () => {
  const requested = await w.request()
  await w.pay(requested)
  await w.deliverResult(requested.consultationId, { text: secret })
  expect(w.sent.filter(({ to }) => to.startsWith('+')).map(({ kind }) => kind)).toEqual([
    'consultation.paid',
    'consultation.delivered',
  ])
})

test('a result is readable neither in the database nor in the file store', async () => {
  const requested = await w.request()
  await w.pay(requested)
  await w.deliverResult(requested.consultationId, {
    text: secret,
    file: { name: 'joana.pdf', bytes: pdf('Nada consta') },
  })
  const { rows } = await w.database.$client.query('select * from consultation_results')
  expect(
    JSON.stringify(rows, (_, value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
  ).not.toMatch(/Nada consta|joana/)
  for (const key of w.files.keys()) {
    expect(Buffer.from((await w.files.get(key)) ?? []).toString('latin1')).not.toContain('Nada consta')
  }
})

test('nobody sees a result without a proof; the guest’s code opens it, and every view is recorded', async () => {
  const { link, consultationId } = await delivered()
  const read = (proof: { userId: string | undefined; linkId: string | undefined }) =>
    w.module.openResult({ key: link, proof, ip })
  expect(await read(nobody)).toEqual({ ok: false, code: 'not_proven' })
  expect(await read({ userId: newId(), linkId: newId() })).toEqual({ ok: false, code: 'not_proven' })
  const proof = await proven(link)
  expect(await read(proof)).toMatchObject({ ok: true, value: { version: 1, text: secret } })
  const detail = await w.module.forTeam({ id: consultationId })
  expect(detail?.views).toMatchObject([{ version: 1, proof: 'code', what: 'page' }])
  // From where it was opened is known of the neighbourhood only, as the policy says.
  const { rows } = await w.database.$client.query(
    'select network from consultation_views where consultation_id = $1',
    [consultationId],
  )
  expect(rows).toEqual([{ network: '203.0.113.0/24' }])

  const other = await delivered()
  expect(await w.module.openResult({ key: other.link, proof, ip })).toMatchObject({ code: 'not_proven' })
})

test('an account’s result opens with its session alone, without a code', async () => {
  const userId = newId()
  const { link } = await delivered({ userId, email: 'joana@exemplo.com.br' })
  expect(await w.module.sendResultCode({ key: link, channel: 'email', ip })).toMatchObject({
    code: 'of_account',
  })
  expect(await w.module.openResult({ key: link, proof: nobody, ip })).toMatchObject({ code: 'not_proven' })
  expect(await w.module.openResult({ key: link, proof: { userId, linkId: undefined }, ip })).toMatchObject({
    ok: true,
    value: { text: secret },
  })
})

test('a code allows a few guesses, then refuses even the right one; it is valid for minutes and once', async () => {
  const { link } = await delivered()
  const ask = async () => {
    await w.module.sendResultCode({ key: link, channel: 'email', ip })
    return codeIn(w.sent.at(-1)?.text)
  }
  const type = async (code: string) => {
    const checked = await w.module.checkResultCode({ key: link, code })
    return checked.ok ? 'right' : checked.code
  }
  expect(await type('123456')).toBe('wrong_code')
  const first = await ask()
  const wrong = first === '000 000' ? '111111' : '000000'
  for (let guess = 0; guess < proofRule.maxGuesses; guess++) expect(await type(wrong)).toBe('wrong_code')
  expect(await type(first)).toBe('wrong_code')
  const second = await ask()
  w.clock.advance(proofRule.codeLasts * minute)
  expect(await type(second)).toBe('wrong_code')
  const third = await ask()
  expect(await type(third)).toBe('right')
  expect(await type(third)).toBe('wrong_code')
  for (let guess = 0; guess < proofRule.guessesPerDay; guess++) await type(wrong)
  expect(await type(await ask())).toBe('too_many')
})

test('right codes do not count as guesses, however often a result is opened', async () => {
  const { link } = await delivered()
  for (let count = 0; count <= proofRule.guessesPerDay + proofRule.codesPerHour; count++) {
    if (count % proofRule.codesPerHour === 0) w.clock.advance(60 * minute)
    await w.module.sendResultCode({ key: link, channel: 'email', ip })
    expect(await w.module.checkResultCode({ key: link, code: codeIn(w.sent.at(-1)?.text) })).toMatchObject({
      ok: true,
    })
  }
})

test('limits how many codes are sent', async () => {
  const { link } = await delivered()
  const answers = []
  for (let count = 0; count <= proofRule.codesPerHour; count++) {
    answers.push((await w.module.sendResultCode({ key: link, channel: 'email', ip: '203.0.113.99' })).ok)
  }
  expect(answers).toEqual([...Array(proofRule.codesPerHour).fill(true), false])
})

test('a network with the links of many look-ups gets no more codes than a network may ask for', async () => {
  const asked = async (network: string) => {
    const { link } = await delivered()
    return (await w.module.sendResultCode({ key: link, channel: 'email', ip: network })).ok
  }
  const answers = []
  for (let count = 0; count <= 20; count++) answers.push(await asked('192.0.2.44'))
  expect(answers).toEqual([...Array(20).fill(true), false])
  expect(await asked('192.0.2.45')).toBe(true)
})

test('a link expires; its buyer gets a new one by message, and the progress page stays', async () => {
  const { link, consultationId, key } = await delivered()
  const proof = await proven(link)
  w.clock.advance(retention.resultLinkDays * day)
  expect(await w.module.resultPage({ key: link })).toMatchObject({ state: 'expired' })
  expect(await w.module.openResult({ key: link, proof, ip })).toMatchObject({ code: 'no_link' })
  expect(await w.module.byLink({ key })).toMatchObject({ status: 'delivered' })
  w.sent.splice(0)
  expect(await w.module.requestResultLink({ consultationId })).toMatchObject({ ok: true })
  const fresh = keyIn(w.sent[0]?.text)
  expect(fresh).not.toBe(link)
  const messages = w.sent.length
  expect(await w.module.requestResultLink({ consultationId })).toMatchObject({ ok: true })
  expect(w.sent).toHaveLength(messages)
  expect(await w.module.openResult({ key: fresh, proof: await proven(fresh), ip })).toMatchObject({
    ok: true,
  })
})

test('a link that the team revoked opens nothing, and only the team can send another', async () => {
  const { link, consultationId } = await delivered()
  const proof = await proven(link)
  await w.within((tx) => w.module.revokeResultLinks(tx, { consultationId }))
  expect(await w.module.openResult({ key: link, proof, ip })).toMatchObject({ code: 'no_link' })
  expect(await w.module.requestResultLink({ consultationId })).toMatchObject({ code: 'revoked' })
  w.sent.splice(0)
  await w.within((tx) => w.module.sendResultLink(tx, { consultationId }))
  const fresh = keyIn(w.sent[0]?.text)
  expect(await w.module.requestResultLink({ consultationId })).toMatchObject({ ok: true })
  expect(await w.module.openResult({ key: fresh, proof: await proven(fresh), ip })).toMatchObject({
    ok: true,
  })
})

test('a correction is a new version with its changes, notified to the buyer; it overwrites nothing unseen', async () => {
  const { link, consultationId } = await delivered()
  const proof = await proven(link)
  w.sent.splice(0)
  const correct = (given: { seenVersion: number; correction?: string }) =>
    w.deliverResult(consultationId, { text: 'Consta um protesto.', ...given })
  expect(await correct({ seenVersion: 0, correction: 'Faltava um cartório' })).toMatchObject({
    code: 'changed_meanwhile',
  })
  expect(await correct({ seenVersion: 1 })).toMatchObject({ code: 'no_correction' })
  expect(await correct({ seenVersion: 1, correction: 'Era do CPF 52998224725.' })).toMatchObject({
    code: 'names_cpf',
  })
  expect(await correct({ seenVersion: 1, correction: 'Faltava um cartório' })).toEqual({ ok: true, value: 2 })
  expect(w.sent.map(({ kind }) => kind)).toEqual(['consultation.corrected', 'consultation.corrected'])
  expect(w.sent[0]?.text).toContain('Faltava um cartório')
  expect(keyIn(w.sent[0]?.text)).toBe(link)
  expect(await w.module.openResult({ key: link, proof, ip })).toMatchObject({
    value: { version: 2, text: 'Consta um protesto.', correction: 'Faltava um cartório' },
  })
})

test('a correction does not reopen links that the team revoked, and brings a new link when the last expired', async () => {
  const correct = async (consultationId: string) => {
    w.sent.splice(0)
    await w.deliverResult(consultationId, { text: secret, seenVersion: 1, correction: 'Faltava um cartório' })
    return keyIn(w.sent[0]?.text)
  }
  const [revoked, expired] = [await delivered(), await delivered()]
  await w.within((tx) => w.module.revokeResultLinks(tx, revoked))
  expect(await correct(revoked.consultationId)).toBe('')
  w.clock.advance(retention.resultLinkDays * day)
  const fresh = await correct(expired.consultationId)
  expect(await w.module.resultPage({ key: fresh })).toMatchObject({ state: 'live' })
})

test.each([
  ['nothing_to_deliver', { text: '  ' }],
  ['wrong_content', { file: { name: 'a.pdf', bytes: Buffer.from('<html><script>') } }],
  ['too_long', { text: 'x'.repeat(10_001) }],
] as const)('refuses a result as %s', async (code, given) => {
  const requested = await w.request()
  await w.pay(requested)
  expect(await w.deliverResult(requested.consultationId, given)).toMatchObject({ ok: false, code })
})

test('does not deliver a look-up that is unpaid, cancelled or being refunded', async () => {
  const unpaid = await w.request()
  expect(await w.deliverResult(unpaid.consultationId, { text: secret })).toMatchObject({
    code: 'not_deliverable',
  })
  await w.pay(unpaid)
  expect(await w.decide(unpaid.consultationId, true)).toMatchObject({ code: 'not_late' })
  w.clock.advance(2 * day)
  w.sent.splice(0)
  expect(await w.decide(unpaid.consultationId, true)).toEqual({ ok: true, value: 2_500 })
  expect(w.refunded).toContain(unpaid.chargeId)
  expect(w.sent.map(({ kind }) => kind)).toEqual(['consultation.refunding'])
  expect(await w.decide(unpaid.consultationId, true)).toMatchObject({ code: 'already_decided' })
  expect(await w.deliverResult(unpaid.consultationId, { text: secret })).toMatchObject({
    code: 'not_deliverable',
  })
})

test('erases results and their files after their time; undelivered ones sooner', async () => {
  const requested = await w.request({ email: 'joana@exemplo.com.br' })
  await w.pay(requested)
  const file = { name: 'resultado.pdf', bytes: pdf() }
  await w.deliverResult(requested.consultationId, { text: secret, file })
  const link = keyIn(w.sent.at(-1)?.text)
  const { consultationId } = requested
  const abandoned = await w.module.prepareResult({ consultationId, file, source: 'team' })
  const isStored = () => w.files.keys().some((key) => abandoned.ok && key.includes(abandoned.value))
  expect(isStored()).toBe(true)
  w.clock.advance(2 * day)
  await w.module.jobs['consultations.forget-results'].run()
  expect(isStored()).toBe(false)
  const kept = await w.module.openResultFile({ key: link, proof: await proven(link), ip })
  expect(kept).toMatchObject({ ok: true, value: { name: 'resultado.pdf', mediaType: 'application/pdf' } })
  expect(kept.ok && Buffer.from(kept.value.bytes).equals(pdf())).toBe(true)
  expect(await fileKeysOf(w.database, w.module.fileKeys)).toEqual(w.files.keys())

  w.clock.advance(retention.documentDays * day)
  await w.module.jobs['consultations.forget-results'].run()
  expect(w.files.keys()).toEqual([])
  expect(await fileKeysOf(w.database, w.module.fileKeys)).toEqual([])
  expect(await w.module.resultPage({ key: link })).toMatchObject({ state: 'erased' })
  expect(await w.within((tx) => w.module.sendResultLink(tx, requested))).toMatchObject({ code: 'erased' })

  // Who opened it is an access record.
  const views = async () => (await w.module.forTeam({ id: consultationId }))?.views.length
  expect(await views()).toBe(1)
  w.clock.advance((ACCESS_DAYS - retention.documentDays + 1) * day)
  await w.module.jobs['consultations.forget-results'].run()
  expect(await views()).toBe(0)
})

test.each([
  ['joana@exemplo.com.br', 'email'],
  [undefined, 'whatsapp'],
])('the payment of a look-up of %s is notified by %s alone', async (email, channel) => {
  w.sent.splice(0)
  await w.pay(await w.request(email ? { email } : {}))
  const paid = w.sent.filter(({ kind }) => kind === 'consultation.paid')
  expect(paid.map((message) => message.channel)).toEqual([channel])
})

test('a decision about money that came back later is made again', async () => {
  const lookup = await w.request()
  await w.pay(lookup)
  w.clock.advance(2 * day)
  expect(await w.decide(lookup.consultationId, true)).toMatchObject({ ok: true })
  await w.money(lookup, 'back')
  await w.money(lookup, 'regained')
  expect(await w.decide(lookup.consultationId, true)).toMatchObject({ ok: true })
})

/** What the privacy centre shows a person of look-ups, as one text. */
async function shownOf(person: { userId?: string; email?: string; phone?: string }): Promise<string> {
  const whole = { userId: undefined, email: undefined, phone: undefined, ...person }
  const records = await Promise.all(w.module.personal.map((source) => recordsOf(source, w.database, whole)))
  return JSON.stringify(records)
}

test('a look-up of an account is shown to that account, not to the owner of a contact typed in it', async () => {
  const [userId, email] = [newId(), 'digitado@exemplo.com.br']
  await delivered({ userId, email })
  expect(await shownOf({ userId })).toMatch(/Nada consta.*|52998224725/)
  for (const other of [{ email }, { userId: newId(), email }, { phone: '+5548999991234' }]) {
    expect(await shownOf(other)).not.toContain(email)
  }
})

test('a guest’s look-up is shown to the person who proves its contact, until the team revokes its links', async () => {
  const email = 'convidada.do.resultado@exemplo.com.br'
  const { consultationId } = await delivered({ email })
  expect(await shownOf({ email })).toContain(secret)
  await w.within((tx) => w.module.revokeResultLinks(tx, { consultationId }))
  expect(await shownOf({ email })).toBe('[[],[],[],[]]')
  await w.within((tx) => w.module.sendResultLink(tx, { consultationId }))
  expect(await shownOf({ email })).toContain(secret)
})

test('a look-up whose person is erased during re-indexing under a new key stays without an index', async () => {
  const { consultationId: id } = await w.request({ email: 'apagada@exemplo.com.br' })
  const rowOf = async () => {
    const { rows } = await w.database.$client.query('select * from consultations where id = $1', [id])
    return rows[0]
  }
  await w.database.$client.query('update consultations set contact_index = null where id = $1', [id])
  const erase = () =>
    w.within((tx) =>
      eraseSubjects(
        tx,
        { where: eq(consultations.id, id), now: w.clock.now() },
        { cipher: w.cipher, payments: { erasePayer: async () => {} } as never },
      ),
    )
  // The person is erased between the look at the row and its update.
  const update = (table: typeof consultations) => ({
    set: (change: object) => ({
      where: async (which: SQL) => {
        await erase()
        await w.database.update(table).set(change).where(which)
      },
    }),
  })
  const meanwhile = new Proxy(w.database, {
    get: (target, name) => (name === 'update' ? update : Reflect.get(target, name)),
  })
  await indexContacts({ database: meanwhile, cipher: w.cipher }, { all: false })
  expect((await rowOf()).contact_index).toEqual([])
})
