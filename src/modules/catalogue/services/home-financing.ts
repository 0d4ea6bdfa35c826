import { capitalized, countInWords } from '../../../core/text.ts'
import { cashPlan } from '../domain/plan.ts'
import { commonSteps, promiseIn, type Service } from '../domain/service.ts'

const systems = [
  {
    name: 'Sacre',
    text: 'A parcela começa maior e diminui com o tempo. A dívida cai mais depressa.',
  },
  {
    name: 'Price',
    text: 'A parcela começa menor e quase não muda. No total, paga-se mais juros.',
  },
  { name: 'Misto', text: 'Fica entre os dois: uma média da parcela do Sacre e da Price.' },
]

const PRICE = 150_000
const promise = promiseIn({ kind: 'calendarDays', days: 30 })

export const homeFinancing: Service = {
  id: 'home-financing',
  title: 'Financiamento Imobiliário',
  kind: 'home',
  summary: 'Ajudamos você a escolher o banco, o prazo e a forma de amortização da sua casa.',
  features: ['Comparação entre bancos', 'Sacre, Price e Misto explicados', 'Ajuda com os documentos'],
  priceFrom: PRICE,
  hire: 'consultant',
  plans: [cashPlan(PRICE)],
  promise,
  inclusions: [
    'Análise de renda e de entrada',
    'Comparação do custo total em cada banco',
    'Escolha da forma de amortização',
    'Organização dos documentos',
  ],
  process: [
    { name: 'Conversa', description: 'Você conta o que procura e quanto pode pagar por mês.' },
    { name: 'Simulação', description: 'Comparamos o custo total em cada banco e sistema.' },
    { name: 'Documentos', description: 'Organizamos os papéis e enviamos o pedido com você.' },
    { name: 'Assinatura', description: 'Explicamos o contrato, linha por linha, antes de você assinar.' },
  ],
  stepTemplate: commonSteps([
    'Conhecemos a sua renda, a entrada e o imóvel.',
    'Comparamos bancos, prazos e formas de amortização.',
    'Organizamos os documentos e enviamos o pedido.',
    'Explicamos o contrato antes de você assinar.',
  ]),
  sections: [
    {
      id: 'amortisation',
      title: `${capitalized(countInWords(systems.length))} formas de pagar`,
      items: systems,
    },
  ],
  goodToKnow: [
    'A aprovação e a taxa dependem da análise de cada banco.',
    'Impostos, cartório e avaliação do imóvel são pagos à parte.',
  ],
  contractSpecification: [
    'Assessoria para financiamento imobiliário: simulação, documentos e leitura do contrato.',
    'A concessão do crédito depende da instituição financeira.',
    `Prazo de entrega: ${promise.text}.`,
  ],
}
