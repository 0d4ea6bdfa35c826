/** Texts of the header, the plan cards, the hiring section and the failure page. */
import { WITHDRAWAL_DAYS } from '../../core/commitments.ts'
import type { RatePeriod } from '../../core/payment-terms.ts'
import { daysText } from '../../core/text.ts'
import { paths } from '../paths.ts'

export const siteName = 'Recomeço'

export const shellCopy = {
  skip: 'Ir para o conteúdo',
  menu: 'Menu',
  mainNav: 'Principal',
  nav: [
    { href: paths.home(), label: 'Início' },
    { href: paths.services(), label: 'Serviços' },
    { href: paths.tracking(), label: 'Acompanhar' },
    { href: paths.payments(), label: 'Pagamentos' },
  ],
  greeting: 'Olá,',
  /** Rendered only for the team. */
  desk: 'Painel',
  account: 'Minha Conta',
  signOut: 'Sair',
  signOutBusy: 'Saindo...',
  signIn: 'Entrar',
  signUp: 'Criar Conta',
  demoLabel: 'Demonstração',
  demo: 'Demonstração: nada é cobrado.',
} as const

export const planCopy = {
  popular: 'Mais Popular',
  total: 'Total',
  lowest: 'menor preço',
  tied: 'sem acréscimo',
  same: 'mesmo preço do à vista',
  only: 'preço único',
  rate: (percent: string, period: RatePeriod) => `${percent} por ${period === 'week' ? 'semana' : 'mês'}`,
  more: (difference: string) => `${difference} a mais que o preço à vista`,
} as const

/**
 * Texts of the hiring section and its dialog, the same on every service page. Toasts are from the specification, sections 4 and
 * 8.
 */
export const hiringCopy = {
  title: 'Como prefere pagar?',
  lead: 'O mesmo serviço em todas as formas. O total de cada uma está à vista, para você comparar.',
  legend: 'Forma de pagamento',
  hire: 'Contratar Agora',
  nothingNow: 'Nada é cobrado agora. Antes de pagar, você lê o contrato.',
  withdrawal: `Você pode desistir em até ${daysText(WITHDRAWAL_DAYS)} e receber tudo de volta.`,
  dialogTitle: 'Seus dados para o contrato',
  chosen: 'Você escolheu',
  interest: 'Juros embutidos',
  name: 'Nome completo',
  cpf: 'CPF',
  phone: 'Telefone com DDD',
  /** A contract for a company is accepted by a person, with a CPF. */
  nameHintOfCompany: 'De quem responde pela empresa e aceita o contrato.',
  phoneHint: 'De preferência o do WhatsApp.',
  submit: 'Continuar para o contrato',
  submitBusy: 'Enviando...',
  signInFirst: 'Em seguida você entra na sua conta, ou cria uma. Sua escolha fica guardada.',
  included: 'Está incluído',
  deadline: 'Prazo',
  pixTitle: 'Pagamento por Pix',
  pixText:
    'O código com o valor certo aparece depois do contrato: não pague nada antes. Todo Pix vai para esta chave:',
  pixKey: 'Chave Pix',
  pixHolder: 'Recebe',
  pixDoubt: 'Recebeu outro código ou link? Confira se é nosso',
  pixWarning: 'Se o nome no seu banco for outro, não pague e fale com a gente.',
} as const

export const stateCopy = {
  failed: 'Não conseguimos carregar',
  failedText: 'Seus dados estão guardados. Tente de novo em alguns instantes.',
  retry: 'Tentar de novo',
} as const
