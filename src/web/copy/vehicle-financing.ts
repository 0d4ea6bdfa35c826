import { PROPOSAL_ANSWER_HOURS } from '../../core/commitments.ts'
import { hoursText } from '../../core/text.ts'
import { NAME_MIN } from '../forms/lengths.ts'
import { editable } from './editable.ts'
import { tooManyRequests } from './too-many-requests.ts'

/** Texts of the page of vehicle financing. Rates, entry, term and price come from the catalogue. */
export const vehicleCopy = editable(
  'vehicle-financing',
  {
    meta: {
      title: 'Financiamento de Veículos',
      description:
        'Compare financiamentos de carros e motos com todas as contas na mesa. Peça uma proposta sem custo e sem compromisso.',
    },
    title: 'O carro que cabe no mês, com o custo inteiro à vista',
    numbers: 'O que você pode esperar',
    numbersNote: 'Condições de referência. A taxa e a aprovação dependem da análise de cada instituição.',
    priceLabel: 'Assessoria completa',
    priceNote: 'Só é cobrada se você contratar. O pedido de proposta não custa nada.',
    how: 'Da proposta à chave',
    included: 'O que fazemos por você',
    know: 'Bom saber',
    form: {
      title: 'Peça a sua proposta',
      lead: 'Leva dois minutos. Um consultor compara as instituições e fala com você.',
      you: 'Você',
      vehicle: 'O veículo',
      name: 'Nome completo',
      birthDate: 'Data de nascimento',
      phone: 'Telefone',
      phoneHint: 'Com DDD. De preferência, o do WhatsApp.',
      email: 'E-mail',
      emailHint: 'A confirmação chega aqui.',
      income: 'Renda mensal',
      vehicleBrand: 'Marca',
      vehicleModel: 'Modelo',
      vehicleYear: 'Ano',
      vehicleValue: 'Valor do veículo',
      trap: 'Não preencha este campo',
      submit: 'Enviar proposta',
      busy: 'Enviando...',
      privacy: 'Usamos estes dados só para a proposta. Você pode pedir que sejam apagados quando quiser.',
    },
    sent: {
      title: 'Dados enviados! Em breve nosso consultor entrará em contato.',
      text: `Mandamos uma confirmação para o seu e-mail. A resposta vem em até ${hoursText(PROPOSAL_ANSWER_HOURS)}, em dia útil.`,
    },
    tooMany: tooManyRequests,
  },
  { except: ['form', 'sent', 'tooMany'] },
)

export const vehicleFieldErrors = {
  name: `Nome deve ter pelo menos ${NAME_MIN} caracteres`,
  birthDate: 'Data de nascimento inválida',
  phone: 'Telefone inválido',
  email: 'Email inválido',
  income: 'Informe a renda mensal',
  vehicleBrand: 'Informe a marca do veículo',
  vehicleModel: 'Informe o modelo do veículo',
  vehicleYear: 'Ano inválido',
  vehicleValue: 'Informe o valor do veículo',
} as const
