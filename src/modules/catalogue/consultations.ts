import type { Centavos } from '../../core/money.ts'
import { type PaymentMethod, paymentMethods } from '../../core/payment-terms.ts'
import { hoursText, minutesText } from '../../core/text.ts'

export const consultationIds = ['cpf', 'complete', 'bacen', 'rating'] as const
export type ConsultationId = (typeof consultationIds)[number]

/** A one-off paid look-up (specification, sections 1 and 9). */
export type Consultation = {
  id: ConsultationId
  title: string
  price: Centavos
  summary: string
  /** 'em até 5 minutos', counted from the confirmed payment; `minutes` is the same as a number. */
  promise: { text: string; minutes: number }
  shows: readonly string[]
  /** Prefix of the external reference of its charge; a unique suffix follows. */
  referencePrefix: string
  methods: readonly PaymentMethod[]
}

/** The four look-ups, in the order of the dialog 'Consultas Rápidas'. */
export const consultations: readonly Consultation[] = [
  {
    id: 'cpf',
    title: 'Consulta CPF Serasa',
    price: 1_500,
    summary: 'O que consta no seu CPF na Serasa.',
    promise: promiseWithin(5),
    shows: ['Situação do CPF', 'Score na Serasa', 'Dívidas registradas na Serasa'],
    referencePrefix: 'cpf-consult-',
    methods: paymentMethods,
  },
  {
    id: 'complete',
    title: 'Consulta Completa',
    price: 2_500,
    summary: 'Serasa, SPC e protestos em um só relatório.',
    promise: promiseWithin(24 * 60),
    shows: ['Registros na Serasa', 'Registros no SPC', 'Protestos em cartório', 'Score de crédito'],
    referencePrefix: 'complete-consult-',
    methods: paymentMethods,
  },
  {
    id: 'bacen',
    title: 'Consulta Bacen',
    price: 5_000,
    summary: 'Suas operações no registro do Banco Central, explicadas.',
    promise: promiseWithin(24 * 60),
    shows: ['Empréstimos e financiamentos informados', 'Valores em dia e em atraso', 'Bancos que informaram'],
    referencePrefix: 'bacen-consult-',
    methods: paymentMethods,
  },
  {
    id: 'rating',
    title: 'Consulta Rating',
    price: 20_000,
    summary: 'A nota com que bancos classificam o seu crédito e o que pesa nela.',
    promise: promiseWithin(48 * 60),
    shows: ['Nota de crédito', 'O que pesa a favor e contra', 'Orientações para melhorar'],
    referencePrefix: 'rating-consult-',
    methods: paymentMethods,
  },
]

function findConsultation(id: string): Consultation | undefined {
  return consultations.find((consultation) => consultation.id === id)
}

/** The consultation of a known id. */
export function consultationOf(id: ConsultationId): Consultation {
  const consultation = findConsultation(id)
  if (!consultation) throw new Error(`unknown consultation: ${id}`)
  return consultation
}

/** The lowest price: 'A partir de' on the card of the look-ups. */
export const consultationsFrom: Centavos = Math.min(...consultations.map(({ price }) => price))

/** Formats whole hours as hours, else minutes. */
function promiseWithin(minutes: number): Consultation['promise'] {
  const time = minutes % 60 === 0 ? hoursText(minutes / 60) : minutesText(minutes)
  return { text: `em até ${time}`, minutes }
}
