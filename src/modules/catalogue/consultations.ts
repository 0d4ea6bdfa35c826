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
  /** 'em até 5 minutos', counted from the confirmed payment, as `minutes` says in figures. */
  promise: { text: string; minutes: number }
  shows: readonly string[]
  /** Begins the external reference of its charge; what follows makes it unique. */
  referencePrefix: string
  methods: readonly PaymentMethod[]
}

/** The four quick lookups, in the order of the dialog 'Consultas Rápidas'. */
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

/** A consultation that is certain to exist. */
export function consultationOf(id: ConsultationId): Consultation {
  const consultation = findConsultation(id)
  if (!consultation) throw new Error(`no such consultation: ${id}`)
  return consultation
}

/** 'A partir de' on the card of the quick lookups. */
export const consultationsFrom: Centavos = Math.min(...consultations.map(({ price }) => price))

/** Whole hours are said as such. */
function promiseWithin(minutes: number): Consultation['promise'] {
  const time = minutes % 60 === 0 ? hoursText(minutes / 60) : minutesText(minutes)
  return { text: `em até ${time}`, minutes }
}
