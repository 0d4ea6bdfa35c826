import { daysText } from '../../../core/text.ts'
import { cashPlan } from '../domain/plan.ts'
import type { Service, Step } from '../domain/service.ts'

const PRICE = 89_700
const DAYS = 60
const days = daysText(DAYS)

const steps: Step[] = [
  {
    name: 'Entrevista',
    description: 'Entendemos o que você quer comprar ou financiar e quanto cabe no mês.',
  },
  { name: 'Levantamento financeiro', description: 'Reunimos renda, dívidas, score e registros.' },
  {
    name: 'Análise de viabilidade',
    description: 'Comparamos o seu perfil com o que os bancos costumam pedir.',
  },
  { name: 'Relatório', description: 'Entregamos um estudo claro: o que dá, o que não dá e por quê.' },
  { name: 'Consultoria', description: `Até o fim dos ${days}, ajudamos você a seguir o plano.` },
]

/** The consultancy period is the delivery deadline: orders end with it. */
export const creditViability: Service = {
  id: 'credit-viability',
  title: 'Estudo de Viabilidade de Crédito',
  kind: 'credit-viability',
  summary:
    'Estudamos a sua situação e mostramos, com números, que crédito cabe no seu bolso e como chegar lá.',
  features: ['Estudo do seu perfil', 'Relatório com números claros', 'Consultoria para seguir o plano'],
  priceFrom: PRICE,
  hire: 'online',
  plans: [cashPlan(PRICE)],
  promise: { text: `${days} de consultoria`, deadline: { kind: 'calendarDays', days: DAYS } },
  inclusions: [
    'Entrevista com um consultor',
    'Levantamento de renda, dívidas e registros',
    'Comparação com o que os bancos costumam pedir',
    'Relatório com os próximos passos',
    'Consultoria para seguir o plano',
  ],
  process: steps,
  stepTemplate: steps,
  sections: [],
  goodToKnow: [
    'O estudo não é um empréstimo nem garante aprovação.',
    'Se o crédito não couber no seu orçamento, o relatório diz isso.',
  ],
  contractSpecification: [
    'Estudo de viabilidade de crédito com relatório escrito.',
    `Consultoria por ${days}.`,
    'O serviço não inclui nem garante a concessão de crédito.',
  ],
}
