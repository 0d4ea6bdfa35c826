import { cashPlan, fixedPlan } from '../domain/plan.ts'
import { commonSteps, promiseIn, type Service } from '../domain/service.ts'

const steps = commonSteps([
  'Lemos a multa e conferimos o prazo.',
  'Procuramos falhas e escrevemos a defesa.',
  'Protocolamos no órgão que aplicou a multa.',
  'Entregamos o protocolo e explicamos a decisão.',
])

const PRICE = 120_000
const TIMES = 6
const promise = promiseIn({ kind: 'businessDays', days: 15 })

/** The specification states '6x R$ 200' without a card: by the rules of section 9, monthly and by PIX. */
export const trafficFines: Service = {
  id: 'traffic-fines',
  title: 'Defesa de Multas de Trânsito',
  kind: 'traffic-fines',
  summary: 'Analisamos a sua multa, procuramos falhas e fazemos a defesa dentro do prazo.',
  features: ['Análise da multa e do prazo', 'Defesa e recursos', `Parcelado em ${TIMES}x pelo mesmo preço`],
  priceFrom: PRICE,
  hire: 'online',
  plans: [
    cashPlan(PRICE),
    fixedPlan({
      id: 'mensal-6x',
      label: 'Mensal no Pix',
      cadence: 'monthly',
      method: 'pix',
      times: TIMES,
      each: PRICE / TIMES,
    }),
  ],
  promise,
  inclusions: [
    'Análise da notificação',
    'Verificação de falhas e de prazos',
    'Defesa prévia ou recurso',
    'Protocolo e acompanhamento',
  ],
  process: steps,
  stepTemplate: steps,
  sections: [
    {
      id: 'fines',
      title: 'Multas que defendemos',
      items: [
        { name: 'Excesso de velocidade' },
        { name: 'Lei Seca e recusa ao bafômetro' },
        { name: 'Avanço de sinal vermelho' },
        { name: 'Celular ao volante' },
        { name: 'Ultrapassagem proibida' },
        { name: 'Estacionamento proibido' },
        { name: 'Falta de cinto de segurança' },
        { name: 'Rodízio e faixa exclusiva' },
        { name: 'Documento ou licenciamento vencido' },
      ],
    },
  ],
  goodToKnow: [
    'A defesa tem prazo. Envie a notificação assim que a receber.',
    'A decisão é do órgão de trânsito.',
  ],
  contractSpecification: [
    'Defesa ou recurso administrativo contra multa de trânsito indicada pelo contratante.',
    `Prazo de entrega: ${promise.text}.`,
  ],
}
