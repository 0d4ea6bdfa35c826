import type { Centavos } from '../../../core/money.ts'
import { firstContact } from '../domain/first-contact.ts'
import { cashPlan, type Plan, sharedPlan, type VariantId } from '../domain/plan.ts'
import { promiseIn, type Service, type Step } from '../domain/service.ts'

const PF = 250_000
const PJ = 350_000

/** Surcharge of 'entry + 3x' over the cash price, in both variants. */
const SURCHARGE = 50_000

const CARD_TIMES = 6
const PIX_TIMES = 3
const SUPPORT_MONTHS = { pf: 6, pj: 12 }

/** Guaranteed minimum increase of a person's score. */
export const GUARANTEED_POINTS = 200

const { text, deadline } = promiseIn({ kind: 'businessDays', days: 7 })
const promise = { text: `até ${text}`, deadline }

const steps: Step[] = [
  { name: 'Diagnóstico do perfil', description: 'Vemos como bancos e lojas enxergam o seu crédito hoje.' },
  { name: 'Correção de dados', description: 'Pedimos a correção do que está errado ou desatualizado.' },
  { name: 'Plano de pontuação', description: 'Montamos com você uma lista do que fazer e em que ordem.' },
  { name: 'Execução do plano', description: 'Atualizamos cadastros e acompanhamos a resposta de cada um.' },
  {
    name: 'Relatório e acompanhamento',
    description: 'Entregamos o antes e o depois e seguimos com o suporte.',
  },
]

/** The specification also mentions card up to 4x with R$ 500 more; the list of options (card 6x of the price) applies. */
export const creditRating: Service = {
  id: 'credit-rating',
  title: 'Rating de Crédito',
  kind: 'rating',
  summary: 'Organizamos as informações que formam a sua nota de crédito e acompanhamos a mudança com você.',
  features: [
    'Diagnóstico do seu perfil de crédito',
    'Correção de dados nos cadastros',
    'Planos para pessoa física e para empresa',
  ],
  priceFrom: PF,
  hire: 'online',
  variants: [
    {
      id: 'pf',
      label: 'Pessoa Física',
      price: PF,
      inclusions: [
        'Diagnóstico do seu CPF',
        'Correção e atualização de dados nos cadastros',
        'Plano para aumentar a pontuação',
        `Aumento mínimo garantido de ${GUARANTEED_POINTS} pontos`,
        `Suporte por ${SUPPORT_MONTHS.pf} meses`,
      ],
      process: steps,
      contractSpecification: [
        'Modalidade: pessoa física.',
        `Aumento mínimo garantido de ${GUARANTEED_POINTS} pontos.`,
        `Suporte por ${SUPPORT_MONTHS.pf} meses depois da entrega.`,
      ],
    },
    {
      id: 'pj',
      label: 'Pessoa Jurídica',
      price: PJ,
      inclusions: [
        'Diagnóstico do CNPJ e dos sócios',
        'Correção e atualização de dados nos cadastros',
        'Plano para melhorar a nota da empresa',
        'Preparação para conversar com bancos',
        `Suporte por ${SUPPORT_MONTHS.pj} meses`,
      ],
      process: steps,
      contractSpecification: [
        'Modalidade: pessoa jurídica.',
        `Suporte por ${SUPPORT_MONTHS.pj} meses depois da entrega.`,
      ],
    },
  ],
  plans: [...plansAt(PF, 'pf'), ...plansAt(PJ, 'pj')],
  promise,
  inclusions: [
    'Diagnóstico do perfil',
    'Correção de dados',
    'Plano de pontuação',
    'Relatório final',
    'Suporte',
  ],
  process: steps,
  stepTemplate: steps,
  sections: [],
  goodToKnow: [
    'A nota é calculada por cada bureau de crédito. Nós cuidamos das informações que entram na conta.',
    'Nota maior não obriga nenhum banco a aprovar um pedido.',
    `Nossa equipe fala com você ${firstContact} depois da contratação.`,
  ],
  contractSpecification: [
    'Diagnóstico do perfil de crédito, correção de dados cadastrais e plano de melhoria da pontuação.',
    `Prazo de entrega: ${promise.text}.`,
  ],
}

function plansAt(price: Centavos, variant: VariantId): Plan[] {
  return [
    cashPlan(price, variant),
    sharedPlan({
      id: 'cartao-6x',
      variant,
      label: `Cartão em ${CARD_TIMES}x`,
      cadence: 'monthly',
      method: 'credit_card',
      times: CARD_TIMES,
      total: price,
    }),
    sharedPlan({
      id: 'entrada-3x',
      variant,
      label: `Entrada + ${PIX_TIMES}x no Pix`,
      cadence: 'monthly',
      method: 'pix',
      entry: (price + SURCHARGE) / (1 + PIX_TIMES),
      times: PIX_TIMES,
      total: price + SURCHARGE,
    }),
  ]
}
