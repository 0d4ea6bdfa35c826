import { expect, test } from 'vitest'
import { isNeutral, SHOWN_ON_LOCKED_SCREEN } from '../../src/core/neutral-words.ts'

test.each([
  ...['Sua dívida', 'Devedor', 'Você deve R$ 10', 'Devemos R$ 10', 'Um débito', 'Os débitos', 'Inadimplente'],
  ...[
    'CPF negativado',
    'Negativação',
    'Em atraso',
    'Conta atrasada',
    'Atrasos',
    'Vence hoje',
    'Venceu ontem',
  ],
  ...[
    'Vencida',
    'Vencimento',
    'Cobrança',
    'Parcela em aberto',
    'Renegociação',
    'Protesto',
    'Serasa',
    'O SPC',
  ],
  ...['Bacen', 'No SCR', 'Nome sujo', 'Nome limpo', 'Limpa nome', 'Limpeza de nome', 'Limpar seu nome'],
  ...['Seu score', 'Rating', 'Restrição', 'Restrições', 'CPF 529.982.247-25', '52998224725', '529982247-25'],
])('"%s" is not allowed on a locked screen', (line) => {
  expect(isNeutral(line)).toBe(false)
})

test.each([
  'Vamos juntos, Maria',
  'Boa notícia do seu pedido',
  'Atrasei o café',
  'Convencer',
  'Pedido 1234567890',
])('"%s" is allowed on a locked screen', (line) => {
  expect(isNeutral(line)).toBe(true)
})

test('a locked screen shows 160 characters', () => {
  expect(SHOWN_ON_LOCKED_SCREEN).toBe(160)
})
