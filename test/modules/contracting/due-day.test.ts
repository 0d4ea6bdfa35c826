// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfferSnapshot } from '../../../src/modules/contracting/domain/offer.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { createHiringSetup, evidence, type HiringSetup, ticked, weekly } from './hiring-setup.ts'

let setup: HiringSetup
let testing: TestDatabase
beforeAll(async () => {
  testing = await testDatabase()
  setup = createHiringSetup(testing.url)
})
afterAll(async () => {
  await setup.database.$client.end()
  await testing.close()
})

const monthly = { ...weekly, planId: 'mensal-12x' }

/** Starts a draft of a signed-in customer, and returns the customer's actions on it. 21 November 2026 is a Saturday. */
async function hiring(choice: typeof weekly = monthly) {
  const viewer = await setup.createUser()
  const started = await setup.contracting.startHiring({ ...choice, viewer })
  if (!started.ok) throw new Error(started.code)
  const { draftId } = started.value
  const open = async () => {
    const read = await setup.contracting.readDraft({ draftId, viewer })
    if (read.state !== 'open') throw new Error(read.state)
    return read.draft
  }
  return {
    viewer,
    draftId,
    open,
    choose: (dueDay: number | null) => setup.contracting.chooseDueDay({ draftId, viewer, dueDay }),
    async rendered() {
      const rendered = setup.contracting.renderContract({ draft: await open() })
      if (!rendered.ok) throw new Error(rendered.code)
      return rendered.value
    },
    accept: (shownSha256?: string) =>
      setup.contracting.acceptContract({ draftId, viewer, ticked, evidence, shownSha256 }),
  }
}

test('a chosen due day is in the signed text, in the evidence and in the instalments', async () => {
  const { viewer, choose, rendered, accept } = await hiring()
  const before = await rendered()
  expect(before.text).not.toContain('Vencimento das parcelas')
  expect(await choose(10)).toEqual({ ok: true, value: null })
  const after = await rendered()
  expect(after.text).toContain('Vencimento das parcelas: todo mês, dia 10, à escolha do contratante')
  expect(after.contract.schedule.slice(0, 3).map(({ dueDate }) => dueDate)).toEqual([
    '21/11/2026',
    '10/01/2027',
    '10/02/2027',
  ])
  // The text shown before the choice can no longer be signed.
  expect(await accept(before.sha256)).toMatchObject({ code: 'changed' })

  const accepted = await accept(after.sha256)
  if (!accepted.ok) throw new Error(accepted.code)
  const { orderId } = accepted.value
  const { rows } = await setup.database.$client.query<{ plan: OfferSnapshot }>(
    'select plan from contract_acceptances where order_id = $1',
    [orderId],
  )
  expect(rows[0]?.plan.dueDay).toBe(10)
  expect(await setup.contracting.copyOf({ orderId, userId: viewer.id })).toMatchObject({ text: after.text })
  const due = await setup.database.$client.query<{ due: string }>(
    'select due_date::text as due from payments where order_id = $1 order by number',
    [orderId],
  )
  expect(due.rows.map((row) => row.due)).toEqual(rows[0]?.plan.payments.map(({ dueDate }) => dueDate))
  expect(due.rows.slice(1).every((row) => row.due.endsWith('-10'))).toBe(true)
  expect(await setup.contracting.verifyAcceptances()).toMatchObject({ breaches: [] })
})

test('without a choice the text is unchanged, and a choice can be removed', async () => {
  const { choose, rendered } = await hiring()
  const { sha256 } = await rendered()
  await choose(5)
  expect((await rendered()).sha256).not.toBe(sha256)
  await choose(null)
  expect((await rendered()).sha256).toBe(sha256)
})

test('a weekly plan has a day of the week', async () => {
  const { choose, rendered, open } = await hiring(weekly)
  expect(setup.contracting.dueDayChoicesOf({ draft: await open() })).toHaveLength(7)
  await choose(5)
  const { contract, text } = await rendered()
  expect(text).toContain('Vencimento das parcelas: toda semana, sexta-feira, à escolha do contratante')
  expect(contract.schedule[1]?.dueDate).toBe('27/11/2026')
})

test('refuses a day that is not offered, a single payment, and another user’s draft', async () => {
  const { draftId, choose } = await hiring()
  for (const day of [0, 29, 31, -1, 1.5, Number.NaN]) {
    expect(await choose(day)).toMatchObject({ code: 'unknown_day' })
  }
  const cash = await hiring({ ...weekly, planId: 'a-vista' })
  expect(await cash.choose(5)).toMatchObject({ code: 'unknown_day' })
  const card = await hiring({ ...weekly, planId: 'cartao-6x' })
  expect(await card.choose(5)).toMatchObject({ code: 'unknown_day' })
  const stranger = await setup.createUser()
  expect(await setup.contracting.chooseDueDay({ draftId, viewer: stranger, dueDay: 5 })).toMatchObject({
    code: 'not_found',
  })
})

test('another plan drops the chosen day; the same one with other data keeps it', async () => {
  const { viewer, draftId, choose, open } = await hiring()
  await choose(5)
  await setup.contracting.startHiring({ ...monthly, phone: '(48) 98888-1234', viewer, draftId })
  expect((await open()).dueDay).toBe(5)
  await setup.contracting.startHiring({ ...weekly, viewer, draftId })
  expect((await open()).dueDay).toBeNull()
})
