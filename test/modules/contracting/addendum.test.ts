import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  ADDENDUM_VERSION,
  addendumText,
  differenceSentence,
  expiryAfter,
  isFirstDue,
  isValidity,
  lastDayOf,
  renegotiationStatuses,
  reviewedStatuses,
  stateOf,
} from '../../../src/modules/contracting/domain/renegotiation.ts'

const today = '2026-11-22'

test('a proposal is open to the end of its last day in São Paulo', () => {
  const expiresAt = expiryAfter(today, { days: 7, rows: [] })
  expect(expiresAt).toEqual(new Date('2026-11-30T03:00:00Z'))
  expect(lastDayOf(expiresAt)).toEqual(new Date('2026-11-30T02:59:59.999Z'))
  const open = { status: 'open' as const, expiresAt }
  expect(stateOf(open, new Date('2026-11-30T02:59:59Z'))).toBe('open')
  expect(stateOf(open, expiresAt)).toBe('expired')
  expect(stateOf({ status: 'accepted', expiresAt }, expiresAt)).toBe('accepted')
  expect(renegotiationStatuses).toEqual(['open', 'accepted', 'refused', 'withdrawn', 'stale', 'expired'])
  expect(reviewedStatuses).toEqual(['refused', 'stale', 'expired'])
})

test('a proposal is open for one to thirty days, and begins within sixty', () => {
  expect([0, 1, 30, 31, 1.5, Number.NaN].map(isValidity)).toEqual([false, true, true, false, false, false])
  const days = ['2026-11-21', '2026-11-22', '2027-01-21', '2027-01-22']
  expect(days.map((day) => isFirstDue(day, today))).toEqual([false, true, true, false])
})

test('states the difference as it is', () => {
  const said = (before: number, after: number) => differenceSentence(before, after).replaceAll('\u00a0', ' ')
  expect(said(10_000, 9_999)).toBe('O novo total tem um desconto de R$ 0,01.')
  expect(said(10_000, 10_000)).toContain('O total não muda')
  expect(said(10_000, 10_300)).toContain('um acréscimo de R$ 3,00, de multa e juros pelo atraso')
})

/**
 * Digests of the published wordings, by version, as in `test/web/legal/versions.test.ts`: a changed wording gets a new version, and its
 * own line here.
 */
const published: Record<string, string> = {
  '2026-11-22.1': 'f0333f26230da62908fa4d8ccc17513be6cd14c8c49874f925ef57dea20dea1b',
}

test('the addendum names the contract it changes, what ends and what begins', () => {
  const text = addendumText({
    ...{ orderNumber: 'RC-7K4P2', serviceTitle: 'Limpeza de Nome', date: today },
    party: { name: 'Ana Souza', cpf: '52998224725', phone: '+5548999991234' },
    company: {
      ...{ legalName: 'Empresa Exemplo Ltda', cnpj: '12.ABC.345/01DE-35', address: 'Rua do Exemplo, 100' },
      ...{ phone: '+5548999990000', email: 'contato@exemplo.com.br' },
    },
    contract: { acceptedAtText: '21/11/2026 às 12:00', version: '1', sha256: 'ab' },
    replaced: [
      { id: 'a', number: 0, amount: 40_000, dueDate: '2026-11-21' },
      { id: 'b', number: 1, amount: 10_000, dueDate: '2026-12-21' },
    ],
    rows: [{ number: 2, amount: 45_000, dueDate: '2027-01-05', method: 'pix' }],
  }).replaceAll('\u00a0', ' ')
  for (const part of [
    'CPF 529.982.247-25',
    'pedido RC-7K4P2, aceito em 21/11/2026 às 12:00, versão 1, SHA-256 ab.',
    'no total de R$ 500,00, deixam de ser devidas:\n- Entrada: R$ 400,00, em 21/11/2026\n- Parcela 1: R$ 100,00, em 21/12/2026\n',
    'no total de R$ 450,00:\n- Parcela 2: R$ 450,00, em 05/01/2027\n',
    'desconto de R$ 50,00',
  ])
    expect(text).toContain(part)
  // The text to sign contains every line, in order.
  expect({ [ADDENDUM_VERSION]: createHash('sha256').update(text).digest('hex') }).toEqual({
    [ADDENDUM_VERSION]: published[ADDENDUM_VERSION],
  })
})
