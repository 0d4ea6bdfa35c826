import { cashPlan, fixedPlan } from '../domain/plan.ts'
import { commonSteps, promiseIn, type Service } from '../domain/service.ts'

const steps = commonSteps([
  'Lemos a notificação e o histórico da sua CNH.',
  'Escrevemos a defesa ou o recurso.',
  'Protocolamos no Detran e acompanhamos o prazo.',
  'Entregamos a decisão e dizemos o que fazer em seguida.',
])

const PRICE = 120_000
const TIMES = 5
const promise = promiseIn({ kind: 'calendarDays', days: 30 })

/** The specification states '5x R$ 240' without a card: by the rules of section 9, monthly and by PIX. */
export const cnhRehabilitation: Service = {
  id: 'cnh-rehabilitation',
  title: 'Reabilitação de CNH',
  kind: 'cnh',
  summary: 'Defendemos você em processos de suspensão ou cassação da CNH, do primeiro pedido ao recurso.',
  features: ['Análise do processo no Detran', 'Defesa e recursos', `Parcelado em ${TIMES}x pelo mesmo preço`],
  priceFrom: PRICE,
  hire: 'online',
  plans: [
    cashPlan(PRICE),
    fixedPlan({
      id: 'mensal-5x',
      label: 'Mensal no Pix',
      cadence: 'monthly',
      method: 'pix',
      times: TIMES,
      each: PRICE / TIMES,
    }),
  ],
  promise,
  inclusions: [
    'Análise da notificação e do prontuário',
    'Defesa prévia ou recurso',
    'Protocolo no órgão de trânsito',
    'Acompanhamento do prazo e da decisão',
  ],
  process: steps,
  stepTemplate: steps,
  sections: [
    {
      id: 'situations',
      title: 'Quando podemos ajudar',
      items: [
        { name: 'CNH suspensa', text: 'Por pontos ou por uma infração que suspende sozinha.' },
        { name: 'CNH cassada', text: 'Quando o processo tem falhas que podem ser discutidas.' },
        { name: 'Processo em andamento', text: 'Enquanto há prazo para defesa ou recurso.' },
      ],
    },
  ],
  goodToKnow: [
    `Trabalhamos em até ${promise.text}. A decisão é do órgão de trânsito e pode levar mais tempo.`,
    'Enquanto a CNH estiver suspensa ou cassada, não dirija.',
  ],
  contractSpecification: [
    'Defesa ou recurso administrativo em processo de suspensão ou cassação da CNH.',
    'Taxas do órgão de trânsito e cursos obrigatórios não estão incluídos.',
    `Prazo de entrega: ${promise.text}.`,
  ],
}
