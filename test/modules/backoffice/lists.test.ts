import { expect, test } from 'vitest'
import { obligationRights } from '../../../src/modules/backoffice/obligation-kinds.ts'
import { openItems } from '../../../src/modules/backoffice/open-items.ts'
import { searchDesk } from '../../../src/modules/backoffice/search-desk.ts'

test('lists open items oldest first, of every kind', async () => {
  const on = (day: number) => new Date(`2026-03-0${day}T12:00:00Z`)
  const item = { amount: 100, detail: '', kind: 'credit', reason: 'no_owner' }
  const order = { number: 'RC-7K4P2', serviceTitle: 'Limpeza de Nome', servicePrice: 150_000 }
  const open = await openItems(
    {
      payments: {
        openItems: async () => [
          { ...item, id: 'a', since: on(1) } as never,
          { ...item, id: 'b', since: on(3) } as never,
        ],
      },
      orders: {
        listForTeam: async () => ({
          orders: [{ ...order, id: 'held', updatedAt: on(2) } as never],
          next: undefined,
        }),
      },
    },
    {},
  )
  expect(open.map(({ id }) => id)).toEqual(['a', 'held', 'b'])
})

test('a desk search shows the order, then up to a dozen people, masked', async () => {
  const people = Array.from({ length: 20 }, (_, at) => ({
    ...{ id: `${at}`, name: 'Ana Lima', email: 'ana@exemplo.com.br' },
    ...{ document: '52998224725', phone: '+5548999991234' },
  }))
  const order = { id: 'o', number: 'RC-7K4P2', serviceTitle: 'Limpeza de Nome', userId: '0' }
  const found = await searchDesk(
    {
      identity: { findPeople: async ({ limit }: { limit: number }) => people.slice(0, limit) },
      orders: { findForTeam: async () => order },
    } as never,
    { actor: 'm', text: 'ana' },
  )
  if (!found.ok) throw new Error(found.code)
  expect(found.value.map(({ kind }) => kind)).toEqual(['order', ...Array(12).fill('customer')])
  expect(JSON.stringify(found)).not.toMatch(/ana@|52998224725|99999/)
})

test('the right to see an obligation is the right to do what it asks', () => {
  const others = Object.entries(obligationRights).filter(([kind, right]) => kind !== right)
  expect(Object.fromEntries(others)).toEqual({
    'order.decide': 'order.resume',
    'credit.decide': 'credit.apply',
    'refund.follow': 'refund.decide',
    'return.attribute': 'refund.attribute',
  })
})
