import { formatDate, type IsoDate, todayInSaoPaulo, weekday, weekdayName } from '../../core/calendar.ts'
import { PIX_MINUTES } from '../../core/commitments.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'
import { capitalized, minutesText } from '../../core/text.ts'

/** Formats a date with its weekday: 'Sábado, 28/11/2026'. */
export function dayAndDate(date: IsoDate): string {
  return `${capitalized(weekdayName(weekday(date)))}, ${formatDate(date)}`
}

/** Texts of the page that postpones an instalment. */
export const postponeCopy = {
  meta: { title: 'Adiar parcela', description: 'Uma nova data para uma parcela, sem acréscimo.' },
  eyebrow: 'Pagamentos',
  title: (number: number) => `Adiar a parcela ${number}`,
  lead: (amount: Centavos, from: IsoDate) =>
    `${formatBRL(amount)}, com vencimento em ${formatDate(from)}. Escolha a nova data: o valor continua o mesmo.`,
  date: 'Nova data de vencimento',
  choose: 'Escolha uma data',
  facts: [
    'Sem multa e sem juros até a nova data.',
    'As outras parcelas não mudam de data.',
    'Você pode adiar uma parcela por pedido, uma só vez.',
  ],
  openCharge: 'O código Pix que você já gerou para esta parcela deixa de valer.',
  confirm: 'Adiar a parcela',
  confirmBusy: 'Adiando...',
  keep: (from: IsoDate) => `Manter ${formatDate(from)}`,
  back: 'Voltar para Pagamentos',
  link: 'Adiar esta parcela',
  before: (from: IsoDate) => `Adiada: antes, ${formatDate(from)}`,
  done: (to: IsoDate) => ({
    title: 'Parcela adiada',
    text: `Agora ela vence em ${formatDate(to)}. Enviamos a confirmação por e-mail.`,
  }),
  failed: {
    title: 'Não foi possível adiar agora',
    text: 'Nada mudou. Tente novamente em alguns instantes.',
  },
  refused: {
    not_found: { title: 'Parcela não encontrada', text: 'Confira a parcela em Pagamentos.' },
    already_used: {
      title: 'Este pedido já usou o adiamento',
      text: 'Cada pedido tem direito a um adiamento. Se a data apertou, fale com a gente antes do vencimento.',
    },
    not_open: { title: 'Esta parcela não está em aberto', text: 'Ela já foi paga ou cancelada.' },
    overdue: {
      title: 'Esta parcela já venceu',
      text: 'Só dá para adiar antes do vencimento. Fale com a gente: encontramos um jeito.',
    },
    not_postponable: {
      title: 'Este pagamento não pode ser adiado',
      text: 'O serviço começa com o primeiro pagamento, e o cartão tem a data da sua fatura.',
    },
    under_review: {
      title: 'Esta parcela está em conferência',
      text: 'Recebemos um valor por ela e estamos conferindo. Não é preciso fazer nada.',
    },
    being_paid: {
      title: 'Há um pagamento em análise',
      text: 'Espere a resposta: se ele não for aprovado, você pode adiar a parcela.',
    },
    no_date: {
      title: 'Não há data livre antes da próxima parcela',
      text: 'Uma parcela fica sempre antes da seguinte. Fale com a gente se precisar de outra data.',
    },
    date_not_allowed: { title: 'Escolha uma das datas', text: 'A nova data é uma das que estão na lista.' },
  },
} as const

/** Texts of the page that sends an instalment to another person for payment. */
export const payerLinkCopy = {
  meta: {
    title: 'Mandar para alguém pagar',
    description: 'Um link para outra pessoa pagar uma parcela.',
  },
  eyebrow: 'Pagamentos',
  title: 'Mandar para alguém pagar',
  lead: (what: string, amount: Centavos) =>
    `${what}, de ${formatBRL(amount)}. Quem receber o link paga por Pix, sem cadastro.`,
  seesTitle: 'O que a pessoa vê',
  sees: [
    'O valor, o seu primeiro nome, o número do pedido e o código Pix.',
    'Nem o serviço, nem o seu CPF, nem as outras parcelas.',
    'O recibo vai só para você.',
  ],
  create: 'Criar o link',
  createBusy: 'Criando...',
  ready: 'Seu link está pronto',
  until: (expiresAt: Date) =>
    `Vale até a parcela ser paga, no máximo até ${formatDate(todayInSaoPaulo(expiresAt))}.`,
  whatsapp: 'Abrir o WhatsApp',
  message: (amount: Centavos, url: string) =>
    `Oi! Você pode pagar este Pix de ${formatBRL(amount)} para mim? O código está aqui: ${url}`,
  copy: 'Copiar o link',
  copied: 'Link copiado!',
  revoke: 'Cancelar este link',
  revokeBusy: 'Cancelando...',
  revoked: {
    title: 'Link cancelado',
    text: 'Quem abrir não vê mais nada. Um código Pix já copiado ainda vale por alguns minutos.',
  },
  back: 'Voltar para Pagamentos',
  link: 'Mandar para alguém pagar',
  refused: {
    not_found: { title: 'Parcela não encontrada', text: 'Confira a parcela em Pagamentos.' },
    already_paid: { title: 'Esta parcela não está em aberto', text: 'Ela já foi paga ou cancelada.' },
    by_card: {
      title: 'Esta parcela é do cartão',
      text: 'As parcelas do cartão são pagas de uma vez, na página do cartão.',
    },
  },
} as const

/** Texts of the page shown to that payer. They never state what the order is for. */
export const payerPageCopy = {
  meta: { title: 'Pagamento por Pix', description: 'Um pagamento por Pix.' },
  title: (firstName: string) => (firstName ? `Pagamento de ${firstName}` : 'Pagamento por Pix'),
  order: 'Pedido',
  owed: 'Gerar código Pix',
  busy: 'Gerando...',
  promise: `Gerar o código não cobra nada. Ele vale por ${minutesText(PIX_MINUTES)}.`,
  lead: (firstName: string) =>
    firstName
      ? `${firstName} mandou este link para você pagar. Você não precisa de cadastro.`
      : 'Este link é para um pagamento. Você não precisa de cadastro.',
  review: {
    title: 'Pagamento em conferência',
    text: 'Recebemos um valor e estamos conferindo. Não pague de novo.',
  },
  paid: {
    title: 'Pagamento confirmado!',
    text: (firstName: string) =>
      firstName
        ? `Obrigado! ${firstName} já recebeu a confirmação. Você pode fechar esta página.`
        : 'Obrigado! Você pode fechar esta página.',
  },
  careTitle: 'Antes de pagar',
  care: (firstName: string) => [
    firstName
      ? `Confirme com ${firstName} que este link é de verdade.`
      : 'Confirme com quem mandou que este link é de verdade.',
    'No aplicativo do banco, confira o nome de quem recebe e o valor.',
  ],
  frame: 'Este link mostra só este pagamento.',
  tooMany: {
    title: 'Códigos demais em pouco tempo',
    text: 'Espere alguns minutos e gere de novo. Um código já gerado continua valendo até o fim do tempo dele.',
  },
  failed: {
    title: 'Não foi possível gerar o código agora',
    text: 'Nada foi cobrado. Tente novamente em alguns instantes.',
  },
  notYet: {
    title: 'Pagamento ainda não identificado',
    text: 'Se você acabou de pagar, aguarde: a confirmação aparece sozinha.',
  },
} as const

/** Texts of the due day choice on the contract page. */
export const dueDayCopy = {
  title: 'Prefere outro dia de vencimento?',
  weekly: 'Em que dia da semana você prefere pagar?',
  monthly: 'Em que dia do mês você prefere pagar?',
  hint: 'O valor das parcelas não muda. Ao lado de cada dia, a data da próxima parcela.',
  regular: 'Sem preferência',
  option: (day: string, first: IsoDate) => `${day}: ${formatDate(first)}`,
  weekday: (day: number) => capitalized(weekdayName(day).replace('-feira', '')),
  monthDay: (day: number) => `Dia ${day}`,
  submit: 'Usar este dia',
  submitBusy: 'Mudando...',
  done: { title: 'Datas atualizadas', text: 'O contrato abaixo já mostra o novo vencimento.' },
  unknown: { title: 'Este dia não está disponível', text: 'Escolha um dos dias da lista.' },
} as const
