import { cashPlan } from '../domain/plan.ts'
import { commonSteps, promiseIn, type Service } from '../domain/service.ts'

const steps = commonSteps([
  'Lemos a sua proposta e conferimos os dados.',
  'Comparamos taxas, entrada e prazo em várias instituições.',
  'Enviamos o pedido às que servem para você.',
  'Explicamos as respostas e o contrato antes de você assinar.',
])

const PRICE = 50_000
const promise = promiseIn({ kind: 'calendarDays', days: 30 })

export const vehicleFinancing: Service = {
  id: 'vehicle-financing',
  title: 'Financiamento de Veículos',
  kind: 'vehicle',
  summary: 'Comparamos financiamentos de veículos e ajudamos você a escolher com todas as contas na mesa.',
  features: ['Comparação entre instituições', 'Ajuda para ler o contrato', 'Proposta pelo site'],
  priceFrom: PRICE,
  hire: 'proposal',
  plans: [cashPlan(PRICE)],
  promise,
  inclusions: [
    'Análise da sua proposta',
    'Comparação de taxas e prazos',
    'Envio do pedido às instituições',
    'Explicação do contrato antes da assinatura',
  ],
  process: steps,
  stepTemplate: steps,
  sections: [],
  goodToKnow: [
    'Enviar a proposta não custa nada e não obriga a contratar.',
    'A aprovação e a taxa dependem da análise de cada instituição.',
    'O financiamento é contratado com a instituição, não conosco.',
  ],
  contractSpecification: [
    'Assessoria para financiamento de veículo: comparação, envio do pedido e leitura do contrato.',
    'A concessão do crédito depende da instituição financeira.',
    `Prazo de entrega: ${promise.text}.`,
  ],
}
