import { daysText } from '../../../core/text.ts'
import { cashPlan, fixedPlan } from '../domain/plan.ts'
import type { Service, Step } from '../domain/service.ts'

const PRICE = 49_700
const TIMES = 5
const DAYS = 30
const days = daysText(DAYS)

const steps: Step[] = [
  {
    name: 'Conferência dos dados',
    description: 'Conferimos seus dados e a sua autorização para a consulta.',
  },
  { name: 'Consulta do score', description: 'Levantamos a sua pontuação e os registros na Serasa.' },
  { name: 'Leitura do resultado', description: 'Vemos o que puxa a nota para cima e o que puxa para baixo.' },
  { name: 'Orientações', description: 'Entregamos uma lista simples do que fazer primeiro.' },
  { name: 'Acompanhamento', description: `Durante ${days}, tiramos dúvidas e conferimos a evolução.` },
]

export const serasaScore: Service = {
  id: 'serasa-score',
  title: 'Levantamento de Score Serasa',
  kind: 'serasa-score',
  summary: 'Levantamos o seu score na Serasa, explicamos o que pesa na nota e dizemos o que fazer primeiro.',
  features: ['Score e registros explicados', 'Lista do que fazer primeiro', `${days} de acompanhamento`],
  priceFrom: PRICE,
  hire: 'online',
  plans: [
    cashPlan(PRICE),
    fixedPlan({
      id: 'entrada-5x',
      label: `Entrada + ${TIMES}x no Pix`,
      cadence: 'monthly',
      method: 'pix',
      entry: 10_000,
      times: TIMES,
      each: 11_940,
    }),
  ],
  promise: { text: `${days}, com acompanhamento`, deadline: { kind: 'calendarDays', days: DAYS } },
  inclusions: [
    'Consulta do score e dos registros',
    'Explicação do que pesa na nota',
    'Lista do que fazer primeiro',
    `${days} de acompanhamento`,
  ],
  process: steps,
  stepTemplate: steps,
  sections: [],
  goodToKnow: [
    'Quem calcula o score é a Serasa. Nós explicamos e orientamos.',
    'O resultado só é mostrado a você, dentro da sua conta.',
  ],
  contractSpecification: [
    'Levantamento e explicação da pontuação e dos registros do contratante na Serasa.',
    `Acompanhamento por ${days}.`,
    `Prazo de entrega: ${days}, incluído o acompanhamento.`,
  ],
}
