import { capitalized, countInWords } from '../../core/text.ts'
import { serviceOf } from '../../modules/catalogue/public.ts'
import { editable } from './editable.ts'

/** Texts of the page 'Revisional de Contratos'. The price, the range and the kinds of contract come from the catalogue. */
export const contractReviewCopy = editable(
  'contract-review',
  {
    get meta() {
      const kinds = serviceOf('contract-review').sections[0]?.items.length ?? 0
      return {
        title: 'Revisional de Contratos',
        description: `Revisão de contratos de financiamento e empréstimo: cálculo de juros e tarifas por preço fixo. A primeira conversa é gratuita. ${capitalized(countInWords(kinds))} tipos de contrato.`,
      }
    },
    title: 'Quanto do seu contrato é dívida, e quanto é cobrança a mais?',
    talk: 'Marcar conversa grátis',
    toPlans: 'Ver preço e contratar',
    bars: {
      label: 'Parcelas em barras: a parte de cima, tracejada, é o que pode ter sido cobrado a mais',
      over: 'a discutir',
      due: 'devido',
    },
    range: {
      title: 'O que se costuma recuperar',
      between: 'a',
      honest:
        'Não são uma promessa: o resultado depende do contrato, do banco e do que já foi pago. O cálculo do seu caso sai antes de qualquer ação.',
    },
    contractsLead: 'Traga qualquer um destes, em dia, atrasado ou já quitado.',
    hiringTitle: 'Um preço, sem porcentagem',
    hiringLead: 'Você conversa com a gente sem pagar. Contrata só se quiser seguir.',
    process: 'Da leitura ao novo cálculo',
    know: 'Antes de decidir',
  },
  { except: ['bars'] },
)
