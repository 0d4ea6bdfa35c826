import type { OfferInShort } from '../../modules/contracting/public.ts'
import { CPF_DIGITS, NAME_MAX, NAME_MIN, PHONE_MIN } from '../forms/lengths.ts'

/** Toasts of hiring on a service page: specification, sections 4 and 8. */
export const hiringToasts = {
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
  tooMany: { title: 'Contratações demais em pouco tempo', text: 'Espere alguns minutos e envie de novo.' },
  failed: { title: 'Erro ao processar dados', text: 'Tente novamente em alguns instantes.' },
} as const

/** Error messages of the contracting dialog: specification, section 5. */
export const hiringFieldErrors = {
  name: `Nome deve ter pelo menos ${NAME_MIN} caracteres`,
  nameLong: `Nome deve ter no máximo ${NAME_MAX} caracteres`,
  cpfShort: `CPF deve ter ${CPF_DIGITS} dígitos`,
  cpf: 'CPF inválido',
  phoneShort: `Telefone deve ter pelo menos ${PHONE_MIN} dígitos`,
  phone: 'Telefone inválido',
} as const

/** Texts of the progress line on the pages of a hiring. */
export const threadCopy = {
  label: 'Sua contratação',
  steps: { data: 'seus dados', account: 'sua conta', contract: 'contrato', payment: 'pagamento' },
  step: (number: number, count: number, name: string) => `Passo ${number} de ${count}: ${name}`,
} as const

/** Texts of the account pages while a hiring is pending. */
export const hiringAuthCopy = {
  signUp: {
    title: 'Crie a sua conta',
    lead: 'Sua escolha está guardada. A conta é onde você acompanha cada etapa.',
  },
  signIn: {
    title: 'Entre na sua conta',
    lead: 'Sua escolha está guardada. Depois de entrar, você lê o contrato.',
  },
  reset: {
    title: 'Escolha outra senha',
    lead: 'Sua escolha está guardada enquanto isso.',
  },
  email: 'E-mail',
  newPassword: 'Crie uma senha',
  submit: 'Criar conta e ler o contrato',
  signInSubmit: 'Entrar e ler o contrato',
  nothingNow: 'Nada é cobrado agora.',
  haveAccount: 'Já tem conta?',
  enter: 'Entrar',
  noAccount: 'Ainda não tem conta?',
  create: 'Criar conta',
} as const

/** Texts of the reminder of a pending hiring, on any device. */
export const resumeCopy = {
  title: 'Continue de onde parou',
  go: 'Ler o contrato',
  discard: 'Descartar',
  discarded: { title: 'Escolha apagada', text: 'Os dados que você digitou para ela também.' },
} as const

/** Returns the toast for a sign-in at which two pending choices exist, of which only the most recent is kept. */
export function resumeToast({ kept, dropped }: { kept: OfferInShort; dropped: OfferInShort }) {
  const inWords = ({ service, payment }: OfferInShort) => `${service} (${payment})`
  return {
    title: 'Ficou valendo a sua escolha mais recente',
    text: `${inWords(kept)}. A outra, ${inWords(dropped)}, foi descartada.`,
  }
}
