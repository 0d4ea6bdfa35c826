import { cashPlan } from '../domain/plan.ts'
import { commonSteps, type Service } from '../domain/service.ts'

const steps = commonSteps([
  'Lemos o seu contrato e conferimos as taxas.',
  'Fazemos as contas e mostramos quanto pode ter sido cobrado a mais.',
  'Tratamos com o banco e, se for o caso, preparamos a ação.',
  'Entregamos o resultado e o novo cálculo.',
])

/**
 * Three sources disagree: R$ 800, a free consultation, paid only on success. The list of prices
 * counts: R$ 800. The first conversation is what is free; nothing is said to depend on success.
 */
export const contractReview: Service = {
  id: 'contract-review',
  title: 'Revisional de Contratos',
  kind: 'revisional',
  summary: 'Revisamos o seu contrato de financiamento ou empréstimo e apontamos juros e tarifas indevidos.',
  features: ['Primeira conversa gratuita', 'Cálculo feito por especialista', 'Seis tipos de contrato'],
  priceFrom: 80_000,
  hire: 'online',
  plans: [cashPlan(80_000)],
  promise: { text: '30 dias', deadline: { kind: 'calendarDays', days: 30 } },
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
      items: [
        { name: 'Financiamento de veículo' },
        { name: 'Financiamento de imóvel' },
        { name: 'Empréstimo pessoal' },
        { name: 'Empréstimo consignado' },
        { name: 'Cartão de crédito' },
        { name: 'Cheque especial' },
      ],
    },
  ],
  goodToKnow: [
    'A primeira conversa é gratuita. O serviço custa R$ 800,00.',
    'Continue pagando as parcelas enquanto o contrato é revisado.',
    'Custas de um processo, se houver, são combinadas antes e por escrito.',
  ],
  contractSpecification: [
    'Revisão do contrato indicado pelo contratante, com cálculo e relatório escrito.',
    'Custas e despesas de eventual processo não estão incluídas.',
    'Prazo de entrega: 30 dias.',
  ],
}
