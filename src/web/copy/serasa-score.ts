import { editable } from './editable.ts'

/** Texts of the page 'Levantamento de Score Serasa'. Plans, process and promise come from the catalogue. */
export const serasaScoreCopy = editable(
  'serasa-score',
  {
    meta: {
      title: 'Levantamento de Score Serasa',
      description:
        'Seu score na Serasa explicado: o que pesa na nota, o que fazer primeiro e acompanhamento. À vista no Pix ou com entrada e parcelas.',
    },
    title: 'Entenda o seu score antes de tentar mudá-lo',
    dial: {
      label: 'Um arco de 0 a 1000; o sol, embaixo, marca o score de hoje',
      from: '0',
      to: '1000',
      now: 'seu score, hoje',
    },
    hiringTitle: 'Escolha um plano',
    hiringLead: 'Os dois entregam o mesmo. O total de cada um está à vista.',
    weights: {
      title: 'O que mexe no score',
      lead: 'No levantamento, mostramos quais destes pontos estão no seu CPF e em que ordem cuidar deles.',
      up: {
        title: 'Puxa para cima',
        items: [
          'Contas e parcelas pagas em dia',
          'Cadastro Positivo ativo, com histórico',
          'Endereço, telefone e renda atualizados',
        ],
      },
      down: {
        title: 'Puxa para baixo',
        items: [
          'Dívida registrada no seu nome',
          'Atrasos, mesmo os pequenos',
          'Muitos pedidos de crédito em pouco tempo',
        ],
      },
    },
    process: (days: number) => `${days} dias, passo a passo`,
    know: 'Bom saber',
  },
  { except: ['dial'] },
)
