import { paymentMethods } from '../../core/payment-terms.ts'
import { type Consultation, promiseWithin } from './domain/consultation.ts'

/** The four look-ups, in the order of the dialog 'Consultas Rápidas'. */
export const releaseConsultations: readonly Consultation[] = [
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
