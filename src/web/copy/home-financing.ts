import { amortizationSystems } from '../../core/amortization.ts'
import { type Centavos, formatBRLShort } from '../../core/money.ts'
import { formatPercent } from '../../core/percent.ts'
import { capitalized, countInWords } from '../../core/text.ts'
import { serviceOf } from '../../modules/catalogue/public.ts'
import { editable } from './editable.ts'

/** Limits of the calculator's input: in centavos, months, and hundredths of a percent per year. */
export const simulationLimits = {
  principal: { min: 10_000_00, max: 10_000_000_00 },
  months: { min: 12, max: 420 },
  yearlyRate: { min: 0, max: 30_00 },
}

const reais = (amount: Centavos) => formatBRLShort(amount).replace(' ', '\u00a0')

/** Texts of the page of home financing. The three systems, the process and the claim come from the catalogue. */
export const homeFinancingCopy = editable(
  'home-financing',
  {
    meta: {
      title: 'Financiamento Imobiliário',
      description:
        'Sacre, Price e Misto lado a lado: simule a parcela, o total de juros e a tabela inteira, mês a mês, antes de falar com o banco.',
    },
    title: 'A casa, o prazo e o total que você vai pagar',
    consultant: 'Falar com um consultor',
    priceLabel: 'Assessoria completa',
    systems: `${capitalized(countInWords(amortizationSystems.length))} formas de pagar a mesma casa`,
    calculator: {
      title: 'Faça a conta antes de ir ao banco',
      lead: 'Coloque os números e compare. A conta é aberta: a tabela inteira está logo abaixo.',
      valor: 'Valor financiado',
      prazo: 'Prazo em meses',
      prazoHint: `De ${simulationLimits.months.min} a ${simulationLimits.months.max} meses.`,
      taxa: 'Juros ao ano (%)',
      taxaHint: 'Taxa nominal que o banco informou. Exemplo: 9,99',
      submit: 'Calcular',
      note: 'Simulação sem seguros, taxas do banco nem correção pela TR. O banco informa o Custo Efetivo Total (CET) antes do contrato.',
      system: 'Sistema',
      first: 'Primeira parcela',
      last: 'Última parcela',
      interest: 'Total de juros',
      total: 'Total pago',
      lowestInterest: 'menos juros',
      curve: 'Como a parcela muda ao longo do tempo',
      curveText: (name: string, first: string, last: string) =>
        `${name}: começa em ${first} e termina em ${last}`,
      month: (n: number) => `mês ${n}`,
      table: 'Ver a tabela mês a mês',
      tableOf: 'Tabela de',
      columns: ['Mês', 'Parcela', 'Juros', 'Amortização', 'Saldo'],
    },
    errors: {
      valor: `Informe um valor entre ${reais(simulationLimits.principal.min)} e ${reais(simulationLimits.principal.max)}`,
      prazo: `Informe um prazo entre ${simulationLimits.months.min} e ${simulationLimits.months.max} meses`,
      taxa: `Informe uma taxa entre 0 e ${formatPercent(simulationLimits.yearlyRate.max / 100)} ao ano`,
    },
    get process() {
      return `Como trabalhamos, em ${countInWords(serviceOf('home-financing').process.length)} etapas`
    },
    know: 'Bom saber antes de assinar',
  },
  { except: ['calculator', 'errors'] },
)
