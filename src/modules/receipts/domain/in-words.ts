import type { Centavos } from '../../../core/money.ts'

/** R$ 999.999.999,99, in centavos. */
const MAX_AMOUNT = 99_999_999_999

const small =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  )
const tens = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')
const hundreds =
  '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' ')

/** 239800 → 'dois mil, trezentos e noventa e oito reais'. @throws RangeError above R$ 999.999.999,99 */
export function inWords(amount: Centavos): string {
  if (!Number.isSafeInteger(amount) || amount < 0 || amount > MAX_AMOUNT) {
    throw new RangeError(`amount out of range: ${amount}`)
  }
  const reais = Math.floor(amount / 100)
  const centavos = amount % 100
  const parts = [
    ...(reais > 0 || centavos === 0 ? [`${whole(reais)} ${unitOf(reais)}`] : []),
    ...(centavos > 0 ? [`${below1000(centavos)} ${centavos === 1 ? 'centavo' : 'centavos'}`] : []),
  ]
  return parts.join(' e ')
}

/** 'um milhão de reais', but 'um milhão e um reais'. */
function unitOf(reais: number): string {
  if (reais === 1) return 'real'
  return reais > 0 && reais % 1_000_000 === 0 ? 'de reais' : 'reais'
}

function whole(number: number): string {
  if (number === 0) return 'zero'
  const millions = Math.floor(number / 1_000_000)
  const thousands = Math.floor(number / 1000) % 1000
  const rest = number % 1000
  const groups = [
    { value: millions, text: millions === 1 ? 'um milhão' : `${below1000(millions)} milhões` },
    { value: thousands, text: thousands === 1 ? 'mil' : `${below1000(thousands)} mil` },
    { value: rest, text: below1000(rest) },
  ].filter(({ value }) => value > 0)
  return groups
    .map(({ value, text }, index) => {
      if (index === 0) return text
      const last = index === groups.length - 1
      return last && (value < 100 || value % 100 === 0) ? ` e ${text}` : `, ${text}`
    })
    .join('')
}

function below1000(number: number): string {
  if (number === 100) return 'cem'
  const rest = number % 100
  const words = [
    ...(number > 100 ? [hundreds[Math.floor(number / 100)]] : []),
    ...(rest >= 20 ? [tens[Math.floor(rest / 10)]] : []),
    ...(rest >= 20 ? (rest % 10 > 0 ? [small[rest % 10]] : []) : rest > 0 ? [small[rest]] : []),
  ]
  return words.join(' e ')
}
