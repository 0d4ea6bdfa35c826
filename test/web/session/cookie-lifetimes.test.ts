import { expect, test } from 'vitest'
import { retention } from '../../../src/core/retention.ts'
import { cookieLifetimes } from '../../../src/web/session/cookie-lifetimes.ts'

const day = 86_400

test('a guest’s hiring draft outlives its cookie by a day, so that no cookie names a deleted draft', () => {
  expect(retention.draftDays * day).toBe(cookieLifetimes.rc_contratacao + day)
})

test('a signed order and its charge are shown for a day, a toast for a minute', () => {
  const { rc_pedido, rc_cobranca, rc_avisos, rc_voltar } = cookieLifetimes
  expect({ rc_pedido, rc_cobranca, rc_avisos, rc_voltar }).toEqual({
    ...{ rc_pedido: day, rc_cobranca: day, rc_avisos: 60, rc_voltar: 3_600 },
  })
})
