import { expect, test } from 'vitest'
import { CONSUMER_LATE_FEE_PERCENT } from '../../../src/core/commitments.ts'
import {
  bindingWords,
  forbiddenWords,
  requestsForSecrets,
  typedAddresses,
} from '../../../src/modules/catalogue/domain/check-words.ts'
import { minProcessorTime } from '../../support/processor-time.ts'

const codes = (text: string) => forbiddenWords(text).map(({ code }) => code)

test.each([
  'A empresa não se responsabiliza por atrasos',
  'Não nos responsabilizamos pelo resultado',
  'Isenta de qualquer responsabilidade',
  'O cliente renuncia ao direito de reclamar',
  'Sem direito a reembolso',
  'Não há devolução depois do início',
  'Não devolvemos a entrada',
  'Os valores pagos não serão devolvidos',
  'Implica perda total das parcelas pagas',
  'O ônus da prova é de quem contrata',
  'Conflitos vão para arbitragem obrigatória',
  'Resolvidos exclusivamente por arbitragem',
  'Podemos alterar o preço a qualquer momento',
  'A loja pode cancelar o serviço sem aviso',
  'Reserva-se o direito de modificar estas condições unilateralmente',
  'Aceite irrevogável e irretratável',
  'Sem direito de arrependimento',
])('“%s” is refused', (text) => {
  expect(codes(text)).toContain('abusive_clause')
})

test.each([
  'Você pode cancelar a qualquer momento',
  'Se não fizermos, devolvemos o que você pagou',
  'O preço não muda depois de contratar',
  'Quem responde pelo serviço é a empresa',
  'Avisamos antes de mudar qualquer coisa',
  'A denúncia ao Procon é de graça',
  'Podemos alterar a data. Pode perguntar a qualquer momento',
])('“%s” restricts no right', (text) => {
  expect(codes(text)).toEqual([])
})

test('a fee above the cap is refused, one within it is not', () => {
  const cap = CONSUMER_LATE_FEE_PERCENT
  expect(forbiddenWords(`Multa por atraso de ${cap + 1}% da parcela`)).toEqual([
    { code: 'fee_above_cap', words: `Multa por atraso de ${cap + 1}%` },
  ])
  expect(codes(`com ${cap},5% de multa`)).toEqual(['fee_above_cap'])
  expect(codes(`multa de ${cap}% e juros de 1% ao mês`)).toEqual([])
  expect(codes('multa. Aumento de 30% nas vendas')).toEqual([])
})

test.each(
  ['1', '1.', 'a', 'a.', '-', '_', '+', 'a-', 'R$ 1', 'multa', '1 '].map((piece) => [piece] as const),
)('checks a text full of %j in linear time', async (piece) => {
  const text = piece.repeat(60_000 / piece.length)
  const check = () => [
    forbiddenWords(text),
    bindingWords(text, []),
    typedAddresses(text),
    requestsForSecrets(text),
  ]
  // Patterns that tried every digit of a number took seconds.
  expect(await minProcessorTime(100, check)).toBeLessThan(100)
})

test('finds an address as a whole, wherever it begins', () => {
  const text = 'x ana.souza+1@loja.exemplo.com, _-outra.com -----loja.com.br www.a.b e 48 99999-1234'
  expect(typedAddresses(text)).toEqual([
    'ana.souza+1@loja.exemplo.com',
    'outra.com',
    '-----loja.com.br',
    'www.a.b',
    '48 99999-1234',
  ])
})
