import { expect, test } from 'vitest'
import { withdrawnText } from '../../../src/web/copy/withdrawal.ts'

const withdrawnAt = new Date('2026-12-29T02:59:00Z')

test('the refund requested at a withdrawal is stated as of then, because it stays with the order', () => {
  const textOf = (refunded: number, checking: number) =>
    withdrawnText({ withdrawnAt, refunded, checking, isPaidByHand: false })
  expect(textOf(40_000, 20_000)).toMatch(
    /^Você desistiu em 28\/12\/2026 .* Pedimos a devolução de R\$ 400,00 .* Outros R\$ 200,00 foram para conferência: nossa equipe fala com você em até .* depois da desistência\.$/,
  )
  expect(textOf(0, 20_000)).toContain('parcela. R$ 200,00 foram para conferência')
  expect(textOf(0, 0)).toContain('um pagamento que chegue depois volta para você.')
})
