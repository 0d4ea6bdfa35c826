import { formatBRL } from '../../../core/money.ts'
import { capitalized, countInWords } from '../../../core/text.ts'
import { cashPlan } from '../domain/plan.ts'
import { commonSteps, promiseIn, type Service } from '../domain/service.ts'

const steps = commonSteps([
  'Lemos o seu contrato e conferimos as taxas.',
  'Fazemos as contas e mostramos quanto pode ter sido cobrado a mais.',
  'Tratamos com o banco e, se for o caso, preparamos a ação.',
  'Entregamos o resultado e o novo cálculo.',
])

const contracts = [
  { name: 'Financiamento de veículo' },
  { name: 'Financiamento de imóvel' },
  { name: 'Empréstimo pessoal' },
  { name: 'Empréstimo consignado' },
  { name: 'Cartão de crédito' },
  { name: 'Cheque especial' },
]

const PRICE = 80_000
const promise = promiseIn({ kind: 'calendarDays', days: 30 })

/**
 * The specification contradicts itself: R$ 800, a free consultation, payment only on success. The price list applies:
 * R$ 800. Only the first conversation is free; no text says that payment depends on success.
 */
export const contractReview: Service = {
  id: 'contract-review',
  title: 'Revisional de Contratos',
  kind: 'revisional',
  summary: 'Revisamos o seu contrato de financiamento ou empréstimo e apontamos juros e tarifas indevidos.',
  features: [
    'Primeira conversa gratuita',
    'Cálculo feito por especialista',
    `${capitalized(countInWords(contracts.length))} tipos de contrato`,
  ],
  priceFrom: PRICE,
  hire: 'online',
  plans: [cashPlan(PRICE)],
  promise,
  inclusions: [
    'Leitura completa do contrato',
    'Cálculo de juros e tarifas',
    'Relatório do que pode ser discutido',
    'Tratativa com o banco',
  ],
  process: steps,
  stepTemplate: steps,
  sections: [
    {
      id: 'contracts',
      title: 'Contratos que analisamos',
      items: contracts,
    },
  ],
  goodToKnow: [
    `A primeira conversa é gratuita. O serviço custa ${formatBRL(PRICE)}.`,
    'Continue pagando as parcelas enquanto o contrato é revisado.',
    'Custas de um processo, se houver, são combinadas antes e por escrito.',
  ],
  contractSpecification: [
    'Revisão do contrato indicado pelo contratante, com cálculo e relatório escrito.',
    'Custas e despesas de eventual processo não estão incluídas.',
    `Prazo de entrega: ${promise.text}.`,
  ],
}
