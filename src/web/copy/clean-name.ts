import { WITHDRAWAL_DAYS } from '../../core/commitments.ts'
import { countInWords, daysText } from '../../core/text.ts'
import { noResultNoFee, serviceOf } from '../../modules/catalogue/public.ts'
import { contractTerms } from '../../modules/contracting/public.ts'
import { editable } from './editable.ts'

const refund = `Se ela não sair no prazo, você escolhe: tudo o que pagou de volta, corrigido pelo ${contractTerms.correctionIndex}, ou um novo prazo sem pagar mais nada.`

const guarantee = {
  text: `O resultado é a retirada ou correção dos registros que contestamos, mostrada em uma nova consulta. ${refund}`,
  limit: 'Não vale se faltou um documento que pedimos a você ou se uma informação era falsa.',
  link: 'Ler a garantia inteira',
}

/** Texts of the page 'Limpeza de Nome'. Inclusions, process, plans and promise come from the catalogue. */
export const cleanNameCopy = editable(
  'clean-name',
  {
    meta: {
      title: 'Limpeza de Nome',
      description:
        'Retirada do seu nome da Serasa, do SPC e da Boa Vista com base nos artigos 42 e 43 do Código de Defesa do Consumidor. Veja o total de cada forma de pagamento.',
    },
    title: 'Seu nome fora dos cadastros, com a lei do seu lado',
    price: { or: 'ou', cash: 'à vista', see: 'Ver as formas de pagar' },
    gets: 'O que você recebe',
    /** The title is the promise of the catalogue, while the catalogue shows one. */
    get guarantee() {
      return { title: noResultNoFee()?.value ?? 'O que garantimos', ...guarantee }
    },

    questions: {
      title: 'Perguntas honestas',
      answers: [
        {
          question: 'A dívida some?',
          answer:
            'Não. A dívida, quando existe, continua existindo, e o credor pode cobrá-la. O que contestamos é o registro no seu nome: se ele foi feito sem aviso por escrito, tem dado errado ou ficou por mais de 5 anos, a lei manda corrigir ou retirar.',
        },
        {
          question: 'Preciso pagar a dívida para contratar?',
          answer:
            'Não. O serviço também não quita nem renegocia a dívida: isso continua entre você e o credor.',
        },
        {
          question: 'E se não der certo?',
          answer: 'O resultado é a retirada ou correção dos registros que contestamos. {devolucao}',
        },
        {
          question: 'O registro pode voltar?',
          answer:
            'Pode. Um registro certo e dentro do prazo da lei pode voltar a aparecer se houver uma dívida nova ou não paga.',
        },
        {
          question: 'Meu score vai subir? O banco vai aprovar?',
          answer:
            'Não prometemos nenhuma das duas coisas. A nota é calculada por cada bureau de crédito, e quem aprova um pedido é o banco.',
        },
        {
          question: 'Posso fazer isso sozinho, de graça?',
          answer:
            'Pode. Você vê o que consta no seu nome e pede a correção de um dado errado direto à Serasa, ao SPC e à Boa Vista, sem pagar. Você nos paga para fazer isso por você.',
        },
        {
          question: 'Quanto tempo leva?',
          answer:
            'De {prazo}. O prazo começa no primeiro pagamento confirmado e para enquanto faltar um documento que só você tem.',
        },
        {
          question: 'Quando eu pago, e se eu mudar de ideia?',
          answer:
            'Você só paga depois de ler e aceitar o contrato, e pode desistir em até {desistencia} e receber tudo de volta.',
        },
      ],
    },

    get process() {
      return `Como fazemos, em ${countInWords(serviceOf('clean-name').process.length)} etapas`
    },
    processLead: 'Você vê cada uma no acompanhamento, com a data em que foi feita.',
    rights: 'O que a lei diz',
    rightsLead: 'É com base nestes pontos do Código de Defesa do Consumidor que cada registro é contestado.',
    know: 'Bom saber antes de contratar',
  },
  {
    names: {
      desistencia: () => daysText(WITHDRAWAL_DAYS),
      prazo: () => serviceOf('clean-name').promise.text,
      devolucao: () => refund,
    },
  },
)
