import { CPF_DIGITS, NAME_MAX, NAME_MIN, PHONE_MIN } from '../forms/lengths.ts'

/** Notices of hiring on a service page (spec sections 4 and 8). */
export const hiringNotices = {
  noMethod: {
    title: 'Selecione uma forma de pagamento',
    text: 'Escolha uma das opções antes de continuar.',
  },
  noPlan: { title: 'Selecione um plano', text: 'Escolha um dos planos antes de continuar.' },
  chosenMethod: { title: 'Forma de pagamento selecionada!' },
  chosenPlan: { title: 'Plano selecionado!' },
  redirecting: { title: 'Redirecionando para pagamento...' },
  valid: { title: 'Dados validados com sucesso!', text: 'Leia o contrato com calma antes de aceitar.' },
  signInNeeded: {
    title: 'Login necessário',
    text: 'Você precisa estar logado para contratar um serviço.',
  },
  failed: { title: 'Erro ao processar dados', text: 'Tente novamente em alguns instantes.' },
} as const

/** Spec section 5, the contracting dialog. */
export const hiringFieldErrors = {
  name: `Nome deve ter pelo menos ${NAME_MIN} caracteres`,
  nameLong: `Nome deve ter no máximo ${NAME_MAX} caracteres`,
  cpfShort: `CPF deve ter ${CPF_DIGITS} dígitos`,
  cpf: 'CPF inválido',
  phoneShort: `Telefone deve ter pelo menos ${PHONE_MIN} dígitos`,
  phone: 'Telefone inválido',
} as const
