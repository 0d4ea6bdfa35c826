import { formatDate, type IsoDate } from '../../core/calendar.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'

/** Texts of the page on which a customer with overdue instalments arranges another form of payment. */
export const wayOutCopy = {
  meta: { title: 'Combinar o pagamento', description: 'Outra data, ou parcelas menores, sem acréscimo.' },
  eyebrow: 'Pagamentos',
  title: 'Vamos encontrar um jeito',
  lead: (open: Centavos) =>
    `Faltam ${formatBRL(open)} deste pedido. Escolha como fica melhor: o total é o mesmo, sem multa e sem juros.`,
  legend: 'Como fica melhor para você?',
  ways: {
    'new-date': 'Uma nova data',
    'smaller-first': 'Um primeiro pagamento menor',
    longer: 'Parcelas menores',
  },
  first: (amount: Centavos, date: IsoDate) => `${formatBRL(amount)} em ${formatDate(date)}`,
  /** @param amounts the largest first */
  rest: (amounts: readonly Centavos[]) => {
    const [largest = 0] = amounts
    if (amounts.length === 1) return `depois, mais uma de ${formatBRL(largest)}`
    const isEven = amounts.every((amount) => amount === largest)
    return `depois, mais ${amounts.length} de ${isEven ? '' : 'até '}${formatBRL(largest)}`
  },
  until: (date: IsoDate, total: Centavos) => `última em ${formatDate(date)} · total ${formatBRL(total)}`,
  facts: ['Nada muda agora: na próxima tela você lê o que muda e decide.', 'O serviço continua como está.'],
  go: 'Ver e decidir',
  goBusy: 'Preparando...',
  back: 'Voltar para Pagamentos',
  refused: {
    not_found: { title: 'Pedido não encontrado', text: 'Confira os seus pedidos em Pagamentos.' },
    nothing_open: { title: 'Está tudo pago', text: 'Este pedido não tem nada em aberto.' },
    under_review: {
      title: 'Este pagamento está em conferência',
      text: 'Recebemos um valor e estamos conferindo. Não é preciso fazer nada.',
    },
    not_late: {
      title: 'Está tudo em dia',
      text: 'Você pode adiar uma parcela em Pagamentos, antes da data dela.',
    },
    used_up: {
      title: 'Vamos conversar',
      text: 'Este pedido já foi combinado de novo antes. Escreva para o nosso atendimento: encontramos um jeito com você.',
    },
  },
  changed: { title: 'As datas mudaram', text: 'Confira de novo e escolha.' },
} as const
