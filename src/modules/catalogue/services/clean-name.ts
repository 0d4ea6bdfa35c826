import { daysText } from '../../../core/text.ts'
import { firstContact } from '../domain/first-contact.ts'
import { cashPlan, fixedPlan } from '../domain/plan.ts'
import type { Service, Step } from '../domain/service.ts'

const steps: Step[] = [
  {
    name: 'Análise dos registros',
    description: 'Levantamos as anotações no seu nome na Serasa, no SPC, na Boa Vista e nos cartórios.',
  },
  {
    name: 'Preparação da contestação',
    description: 'Conferimos data, valor e aviso prévio de cada registro e escrevemos o pedido.',
  },
  {
    name: 'Envio aos órgãos',
    description: 'Enviamos os pedidos aos cadastros e aos credores, com protocolo.',
  },
  {
    name: 'Acompanhamento das baixas',
    description: 'Cobramos resposta e conferimos cada registro que foi retirado.',
  },
  {
    name: 'Comprovação final',
    description: 'Fazemos nova consulta e entregamos o comprovante a você.',
  },
]

const ENTRY = 40_000
const DAYS = { from: 15, to: 30 }
const term = `${DAYS.from} a ${daysText(DAYS.to)}`

/** The specification says 15 to 30 days and 30 days: the range includes both, and orders count to its end. */
export const cleanName: Service = {
  id: 'clean-name',
  title: 'Limpeza de Nome',
  kind: 'clean',
  summary:
    'Pedimos a retirada do seu nome dos cadastros de proteção ao crédito, sem exigir o pagamento da dívida, com base nos artigos 42 e 43 do Código de Defesa do Consumidor.',
  features: [
    'Análise de todos os registros no seu nome',
    'Contestação na Serasa, no SPC e nos cartórios',
    'Acompanhamento etapa por etapa',
  ],
  priceFrom: ENTRY,
  popular: true,
  hire: 'online',
  plans: [
    cashPlan(150_000),
    fixedPlan({
      id: 'cartao-6x',
      label: 'Cartão',
      cadence: 'monthly',
      method: 'credit_card',
      entry: ENTRY,
      times: 6,
      each: 25_000,
    }),
    fixedPlan({
      id: 'semanal-20x',
      label: 'Semanal no Pix',
      cadence: 'weekly',
      method: 'pix',
      entry: ENTRY,
      times: 20,
      each: 9_990,
      popular: true,
    }),
    fixedPlan({
      id: 'mensal-12x',
      label: 'Mensal no Pix',
      cadence: 'monthly',
      method: 'pix',
      entry: ENTRY,
      times: 12,
      each: 19_990,
    }),
  ],
  promise: { text: term, deadline: { kind: 'calendarDays', days: DAYS.to } },
  inclusions: [
    'Consulta completa no início e no fim',
    'Análise de todas as restrições',
    'Contestação com base no Código de Defesa do Consumidor',
    'Pedidos à Serasa, ao SPC, à Boa Vista e aos cartórios',
    'Acompanhamento etapa por etapa',
    'Comprovante ao final',
  ],
  process: steps,
  stepTemplate: steps,
  sections: [
    {
      id: 'rights',
      title: 'O que a lei diz',
      items: [
        {
          name: 'Artigo 42',
          text: 'Quem deve não pode ser exposto ao ridículo, nem sofrer constrangimento ou ameaça na cobrança.',
        },
        {
          name: 'Artigo 43',
          text: 'Você pode ver o que consta no seu nome, pedir correção e deve ser avisado por escrito antes do registro.',
        },
        { name: 'Cinco anos', text: 'Nenhum registro negativo pode ficar no cadastro por mais de 5 anos.' },
      ],
    },
  ],
  goodToKnow: [
    'O serviço trata dos registros. A dívida, quando existe, não deixa de existir.',
    'Os cadastros podem pedir documentos. Se isso acontecer, avisamos você.',
    `Nossa equipe fala com você ${firstContact} depois da contratação.`,
  ],
  contractSpecification: [
    'Análise dos registros em nome do contratante na Serasa, no SPC, na Boa Vista e nos cartórios de protesto.',
    'Contestação dos registros com base nos artigos 42 e 43 do Código de Defesa do Consumidor.',
    'O serviço não quita nem renegocia dívidas.',
    `Prazo de entrega: de ${term}.`,
  ],
}
