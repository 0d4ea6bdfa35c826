// Databases: one. Messages that nobody waits for are held from Saturday 14h to Monday 8h. What changes meanwhile makes some of them untrue.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { newId } from '../../../src/platform/ids.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { type Shop, startShop, type Viewer } from '../../support/shop.ts'

let shop: Shop
let actor: string
beforeAll(async () => {
  // A Wednesday morning; each test begins on the Saturday after it.
  shop = await startShop({ restorable: await restorableDatabase(), start: '2027-03-03T12:00:00Z' })
  const email = 'administracao@exemplo.com.br'
  await shop.app.identity.ensureAccounts([{ role: 'owner', email, password: 'Girassol amarelo 77' }])
  actor = (await shop.app.identity.accountOf(shop.database, email))?.userId ?? ''
})
afterAll(() => shop.close())

const reason = 'como combinado'
const shown = { openAmount: 239_800, newAmount: 120_000 }
const saturday = '2027-03-06T18:00:00Z'
const goTo = (instant: string) => shop.clock.advance(Date.parse(instant) - shop.clock.now().getTime())

async function done(outcome: Promise<{ ok: boolean; code?: string }>): Promise<void> {
  expect(await outcome).toMatchObject({ ok: true })
  await shop.work()
}

async function pay(viewer: Viewer, orderId: string): Promise<{ reference: string; instalmentId: string }> {
  const [first] = await shop.openInstalments(orderId)
  const instalmentId = first?.id ?? ''
  const { reference } = await shop.charge(viewer, [instalmentId])
  await atProvider(reference, 'approve')
  return { reference, instalmentId }
}

async function atProvider(reference: string, action: string): Promise<void> {
  await shop.simulator.act(reference, action)
  await shop.simulator.noticesSent()
  await shop.work()
}

const versionOf = async (orderId: string) => (await shop.app.orders.openForTeam({ text: orderId }))?.version

async function moveDeadline(orderId: string, to: string): Promise<void> {
  const version = await versionOf(orderId)
  const step = { stepNumber: 1, to, words: 'O cartório pediu mais tempo.' }
  await done(shop.app.backoffice.moveStepDeadline({ orderId, actor, reason, version, ...step }))
}

async function completeFirstStep(orderId: string): Promise<void> {
  const version = await versionOf(orderId)
  const step = { stepNumber: 1, words: 'Enviamos a notificação.', protocol: 'SP-1' }
  await done(shop.app.backoffice.completeStep({ orderId, actor, reason, version, ...step }))
}

async function recordByHand(orderId: string): Promise<string> {
  const [first] = await shop.openInstalments(orderId)
  const recorded = await shop.app.backoffice.recordManualPayment({
    ...{ orderId, actor, reason, key: newId(), amount: Number(first?.amount) },
    receivedOn: todayInSaoPaulo(shop.clock.now()),
    ...{ channel: 'cash', protocol: 'REC-1234', instalmentIds: [first?.id ?? ''] },
  })
  if (!recorded.ok) throw new Error(recorded.code)
  await shop.work()
  return recorded.value.id
}

/** The status of a customer's message of a kind, or why it was dropped. */
const statusOf = async (kind: string, { id }: Viewer) =>
  (
    await shop.query<{ status: string; reason: string | null }>(
      'select status, dropped_reason as reason from messages where kind = $1 and user_id = $2',
      [kind, id],
    )
  ).map(({ status, reason }) => reason ?? status)

/** What happens on Saturday, so that a message waits for Monday, and what makes it untrue on Sunday. */
interface Story {
  kind: string
  saturday(viewer: Viewer, orderId: string): Promise<() => Promise<unknown>>
}

const stories: Story[] = [
  {
    kind: 'order.on-hold',
    async saturday(viewer, orderId) {
      const { reference } = await pay(viewer, orderId)
      await atProvider(reference, 'refund')
      return () => pay(viewer, orderId)
    },
  },
  {
    kind: 'order.started',
    async saturday(viewer, orderId) {
      const { reference } = await pay(viewer, orderId)
      await done(shop.app.backoffice.startWork({ orderId, actor, reason, version: await versionOf(orderId) }))
      return () => atProvider(reference, 'refund')
    },
  },
  {
    kind: 'order.step-completed',
    async saturday(viewer, orderId) {
      await pay(viewer, orderId)
      await completeFirstStep(orderId)
      return async () => {
        const version = await versionOf(orderId)
        const reopen = { stepNumber: 1, words: 'Um credor pediu outra cópia.' }
        await done(shop.app.backoffice.reopenStep({ orderId, actor, reason, version, ...reopen }))
      }
    },
  },
  {
    kind: 'order.deadline-moved',
    async saturday(viewer, orderId) {
      await pay(viewer, orderId)
      await moveDeadline(orderId, '2027-03-20')
      return () => completeFirstStep(orderId)
    },
  },
  {
    kind: 'order.deadline-moved',
    async saturday(viewer, orderId) {
      await pay(viewer, orderId)
      await moveDeadline(orderId, '2027-03-20')
      return async () => {
        const version = await versionOf(orderId)
        await done(shop.app.backoffice.cancelOrder({ orderId, actor, reason, version, refund: false }))
      }
    },
  },
  {
    kind: 'debt.reinstated',
    async saturday(viewer, orderId) {
      const { reference } = await pay(viewer, orderId)
      await atProvider(reference, 'chargeback')
      const [{ id: paymentId } = { id: '' }] = await shop.query<{ id: string }>(
        `select p.id from provider_payments p join charges c on c.id = p.charge_id where c.reference = $1`,
        [reference],
      )
      await done(shop.app.backoffice.reviewPayment({ actor, reason, paymentId, reinstateDebt: true }))
      return () => pay(viewer, orderId)
    },
  },
  {
    kind: 'manual-payment.undone',
    async saturday(_, orderId) {
      const manualPaymentId = await recordByHand(orderId)
      await done(shop.app.backoffice.undoManualPayment({ actor, reason, manualPaymentId }))
      return () => recordByHand(orderId)
    },
  },
  {
    kind: 'renegotiation.proposed',
    async saturday(_, orderId) {
      const text = {
        orderId,
        paymentType: '6x',
        priceText: 'R$ 1.200,00',
        firstDue: '2027-03-20',
        isMore: false,
      }
      const proposal = { actor, reason, validDays: 7, words: 'Como combinamos.', shown }
      const proposed = await shop.app.backoffice.proposeRenegotiation({ ...text, ...proposal })
      if (!proposed.ok) throw new Error(proposed.code)
      const { renegotiationId } = proposed.value
      return () => done(shop.app.backoffice.withdrawRenegotiation({ actor, reason, renegotiationId }))
    },
  },
  {
    kind: 'custom-offer.sent',
    async saturday({ email }) {
      const text = {
        serviceId: 'clean-name',
        paymentType: '6x',
        priceText: 'R$ 1.200,00',
        validUntil: '2027-03-20',
      }
      const sent = await shop.app.backoffice.sendOffer({ actor, reason, email, offerId: newId(), ...text })
      if (!sent.ok) throw new Error(sent.code)
      const { offerId } = sent.value
      return () => done(shop.app.backoffice.withdrawOffer({ actor, reason, offerId }))
    },
  },
  {
    kind: 'document.requested',
    async saturday({ id: userId }) {
      const asked = await shop.app.backoffice.requestDocument({ actor, reason, userId, kind: 'identity' })
      if (!asked.ok) throw new Error(asked.code)
      const requestId = asked.value
      return () => done(shop.app.backoffice.closeDocumentRequest({ actor, reason, requestId }))
    },
  },
]

test('a message that became untrue while it waited for Monday is not sent, and one that is still true is', async () => {
  goTo('2027-03-05T15:00:00Z')
  const lived: { kind: string; changed: Viewer; same: Viewer; change: () => Promise<unknown> }[] = []
  const ready: { kind: string; changed: Viewer; orders: string[]; same: Viewer }[] = []
  for (const { kind } of stories) {
    const [changed, same] = [await shop.customer(), await shop.customer('Bia Lima')]
    const orders = [await shop.hire(changed, 'semanal-20x'), await shop.hire(same, 'semanal-20x')]
    ready.push({ kind, changed, same, orders })
  }
  await shop.work()
  goTo(saturday)
  for (const [index, story] of stories.entries()) {
    const { changed, same, orders = [] } = ready[index] ?? {}
    if (!changed || !same) throw new Error(story.kind)
    const change = await story.saturday(changed, orders[0] ?? '')
    await story.saturday(same, orders[1] ?? '')
    lived.push({ kind: story.kind, changed, same, change })
  }
  for (const { kind, changed } of lived)
    expect([kind, await statusOf(kind, changed)]).toEqual([kind, ['queued']])

  goTo('2027-03-07T18:00:00Z')
  for (const { change } of lived) await change()
  goTo('2027-03-08T11:00:00Z')
  await shop.run('messages.release')
  await shop.work()
  const ended = await Promise.all(
    lived.map(async ({ kind, changed, same }) => [
      kind,
      await statusOf(kind, changed),
      await statusOf(kind, same),
    ]),
  )
  // This shop has no mail server: what it sends is kept.
  expect(ended).toEqual(stories.map(({ kind }) => [kind, ['untrue'], ['kept']]))
})

test('a customer notified of an undone record of a cancelled order does not read that it is owed again', async () => {
  const viewer = await shop.customer()
  const orderId = await shop.hire(viewer, 'semanal-20x')
  const manualPaymentId = await recordByHand(orderId)
  const version = await versionOf(orderId)
  await done(shop.app.backoffice.cancelOrder({ orderId, actor, reason, version, refund: false }))
  await done(shop.app.backoffice.undoManualPayment({ actor, reason, manualPaymentId }))
  const [message] = await shop.query<{ text: string; status: string }>(
    "select text, status from messages where kind = 'manual-payment.undone' and user_id = $1",
    [viewer.id],
  )
  expect(message?.status).toBe('kept')
  expect(message?.text).toContain('Desfizemos esse registro')
  expect(message?.text).not.toContain('em aberto')
})

test('no message about a proposal or an offer whose last day is Sunday is sent on Monday', async () => {
  const viewer = await shop.customer()
  const orderId = await shop.hire(viewer, 'semanal-20x')
  goTo('2027-03-13T18:00:00Z')
  const text = { orderId, paymentType: '6x', priceText: 'R$ 1.200,00', firstDue: '2027-03-20', isMore: false }
  const proposal = { actor, reason, validDays: 1, words: '', shown }
  await done(shop.app.backoffice.proposeRenegotiation({ ...text, ...proposal }))
  const offer = { serviceId: 'clean-name', paymentType: '6x', priceText: 'R$ 1.200,00' }
  const sent = { actor, reason, email: viewer.email, key: newId(), validUntil: '2027-03-14' }
  await done(shop.app.backoffice.sendOffer({ ...offer, ...sent }))
  for (const kind of ['renegotiation.proposed', 'custom-offer.sent'])
    expect(await statusOf(kind, viewer)).toEqual([])
})

test('after an outage the reminder of an instalment that was paid meanwhile is dropped, and one that still holds is sent', async () => {
  goTo('2027-03-16T15:00:00Z')
  const [paid, open] = [await shop.customer(), await shop.customer('Bia Lima')]
  const orderId = await shop.hire(paid, 'semanal-20x')
  await shop.hire(open, 'semanal-20x')
  goTo('2027-03-18T12:10:00Z')
  await shop.run('payments.remind')
  await shop.work()
  const viewers = [paid, open]
  const statuses = () => Promise.all(viewers.map((viewer) => statusOf('instalment.late-first', viewer)))
  expect(await statuses()).toEqual([['kept'], ['kept']])
  // As after eleven attempts at a mail server that takes nothing.
  await shop.query(
    `update messages set status = 'failed', attempts = 11, failure_code = 'ESOCKET', sent_at = null, unavailable_at = $1
     where kind = 'instalment.late-first' and user_id = any($2)`,
    [shop.clock.now(), viewers.map(({ id }) => id)],
  )
  await pay(paid, orderId)
  await done(shop.app.backoffice.resendAfterOutage({ actor, reason }))
  expect(await statuses()).toEqual([['untrue'], ['kept']])
})
