import { commonSteps, promiseIn, type Service } from '../domain/service.ts'

const steps = commonSteps([
  'Consultamos com você as pendências na Receita Federal e na PGFN.',
  'Comparamos parcelamento, transação e revisão.',
  'Fazemos os pedidos e acompanhamos as respostas.',
  'Entregamos os comprovantes e as datas a cumprir.',
])

const promise = promiseIn({ kind: 'calendarDays', days: 45 })

/** The specification states a deadline but no price: a proposal after the first conversation states it. */
export const federalTaxSolution: Service = {
  id: 'federal-tax-solution',
  title: 'Soluções em Tributos Federais',
  kind: 'federal-tax',
  summary: 'Levantamos as pendências com a Receita Federal e a PGFN e cuidamos da regularização.',
  features: ['Levantamento das pendências', 'Parcelamento e transação', 'Para pessoas e empresas'],
  hire: 'consultant',
  plans: [],
  promise,
  inclusions: [
    'Levantamento de débitos e declarações em atraso',
    'Comparação das formas de pagar',
    'Pedidos à Receita Federal e à PGFN',
    'Acompanhamento até a certidão',
  ],
  process: steps,
  stepTemplate: steps,
  sections: [
    {
      id: 'situations',
      title: 'Quando podemos ajudar',
      items: [
        { name: 'CPF ou CNPJ irregular' },
        { name: 'Imposto de renda em atraso' },
        { name: 'Dívida ativa da União' },
        { name: 'Débitos do Simples Nacional ou do MEI' },
        { name: 'Certidão negativa recusada' },
      ],
    },
  ],
  goodToKnow: [
    'O preço depende do caso. Você recebe uma proposta por escrito antes de decidir.',
    'Os tributos devidos são pagos por você, direto ao governo.',
  ],
  contractSpecification: [
    'Levantamento e regularização de pendências tributárias federais indicadas na proposta.',
    'Tributos, multas e juros devidos não estão incluídos.',
    `Prazo de entrega: ${promise.text}.`,
  ],
}
