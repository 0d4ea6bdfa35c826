// Each field of a bank's responses and notices, altered in each way: the value that is read is the true one, one that the text
// states unambiguously, or none. Its further handling is tested with the other provider (field-by-field.test.ts).
import { expect, test } from 'vitest'
import { fieldsOf, type Json } from '../../../simulator/mutations/fields.ts'
import { kinds, mutate } from '../../../simulator/mutations/mutate.ts'
import { parseLosslessJson } from '../../../src/core/lossless-json.ts'
import { readNotice } from '../../../src/modules/payments/adapters/api-pix/notice.ts'
import { readPage, readPix } from '../../../src/modules/payments/adapters/api-pix/wire.ts'
import { isReadable } from '../../../src/modules/payments/ports.ts'

const id = 'E12345678202611211300abcdefghijk'
const pix = {
  ...{ endToEndId: id, txid: '0198aaaa000040008000000000abcdef', valor: '100.00' },
  ...{ chave: 'financeiro@exemplo.com.br', horario: '2026-11-21T13:00:00.000Z' },
  devolucoes: [
    {
      ...{ id: 'devolucao1', rtrId: 'D12345678202611211300abcdefghijk', valor: '30.00', status: 'DEVOLVIDO' },
      ...{ natureza: 'ORIGINAL', horario: { solicitacao: '2026-11-21T13:05:00.000Z' } },
    },
  ],
}
const counts = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 }
const page = { parametros: { paginacao: counts }, pix: [pix] }

const everyKind = process.env.MUTATIONS === 'all'
/** Kinds that take a hundred times as long to read as the others: each field gets one of them in turn, and all with MUTATIONS=all. */
const large = ['a text of 300 KB', 'nested 20,000 deep', 'a list of 50,000', 'an object of 20,000']

/** Returns every field with every kind of mutation that applies to it. */
function alterationsOf(document: Json): { name: string; text: string }[] {
  const ofValues = [...kinds].filter(([, level]) => level === 'value').map(([kind]) => kind)
  return fieldsOf(document).flatMap(({ path }, at) =>
    ofValues.flatMap((kind) => {
      if (!everyKind && large.includes(kind) && kind !== large[at % large.length]) return []
      const field = path.join('.')
      const answer = { status: 200, headers: {}, body: JSON.stringify(document) }
      const text = mutate(answer, { kind, field, seed: 'bank' })?.reply.body
      return text === undefined ? [] : [{ name: `${field}: ${kind}`, text: String(text) }]
    }),
  )
}

/** Returns the centavos of an amount in the only form that the standard defines; none for any other form. */
function plain(value: unknown): number[] {
  return typeof value === 'string' && /^\d{1,10}\.\d{2}$/.test(value) ? [Math.round(Number(value) * 100)] : []
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test('the money of an altered Pix is read correctly or as unreadable', () => {
  const cases = alterationsOf(pix)
  expect(cases.length).toBeGreaterThan(300)
  const wrong = cases.filter(({ text }) => {
    const node = parseLosslessJson(text)
    const payment = node && readPix(node)
    if (!payment || !isReadable(payment)) return false
    const said = parsed(text) ?? {}
    const back = Array.isArray(said.devolucoes) ? said.devolucoes.flatMap((one) => plain(one?.valor)) : []
    return (
      ![10_000, ...plain(said.valor)].includes(payment.amount) ||
      ![0, 3_000, ...back].includes(payment.refunded) ||
      (payment.refunded === 0 && /"status":"DEVOLVIDO"/.test(text) && back.includes(3_000)) ||
      ![id, said.endToEndId].includes(payment.providerId)
    )
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('an altered page has all of its Pix, is refused, or has a total that shows what is missing', () => {
  expect(readPage(parseLosslessJson(JSON.stringify(page)))).toMatchObject({ total: 1, pages: 1 })
  const short = alterationsOf(page).filter(({ text }) => {
    const read = readPage(parseLosslessJson(text))
    return read !== undefined && read.payments.length === 0 && read.total === 0
  })
  expect(short.map(({ name }) => name)).toEqual([])
})

test('an altered notice names a Pix by a well-formed id, names none, or is refused', () => {
  for (const { name, text } of alterationsOf({ pix: [pix] })) {
    const notice = { query: new URLSearchParams({ token: 's' }), headers: new Headers(), body: text }
    const found = readNotice(notice, 's')
    const ids = found.ok ? found.value.map(({ providerId }) => providerId) : []
    const keys = new Set(found.ok ? found.value.map(({ deliveryKey }) => deliveryKey) : [])
    expect(ids.filter((one) => !/^[A-Za-z0-9]{32}$/.test(one)).map(() => name)).toEqual([])
    // For a Pix that occurs twice, one notice is stored.
    expect(keys.size).toBeLessThanOrEqual(1)
  }
})
