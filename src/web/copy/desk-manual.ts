/** Texts of the desk about money that is received and paid outside the providers. */
import { formatBRL } from '../../core/money.ts'
import { daysText } from '../../core/text.ts'
import {
  approvalWindowDays,
  MANUAL_DAYS_BACK,
  MAX_MANUAL_PROTOCOL,
  type ManualChannel,
  type ManualStatus,
} from '../../modules/payments/public.ts'

export const manualCopy = {
  open: 'Registrar pagamento recebido',
  lead: 'Para dinheiro que veio por fora: transferência, depósito ou em mãos. Os códigos Pix abertos destas parcelas são cancelados, e o cliente recebe o recibo.',
  which: 'O que foi pago',
  amount: 'Quanto veio',
  amountHint: 'Em reais, com vírgula: 199,90',
  day: 'Em que dia',
  channel: 'Como veio',
  channels: {
    transfer: 'Transferência ou Pix por fora',
    deposit: 'Depósito em conta',
    cash: 'Dinheiro, em mãos',
  } satisfies Record<ManualChannel, string>,
  protocol: 'Comprovante: número ou texto',
  file: 'Ou o arquivo (PDF, JPG, PNG)',
  reason: 'Por quê (fica no registro)',
  go: 'Registrar pagamento',
  done: 'Pagamento registrado. O recibo vai por e-mail.',
  doneLess:
    'Registrado, mas veio menos do que o devido: nada foi quitado, e o valor espera uma decisão em Dinheiro.',
  doneWaiting: 'Registrado. Acima do limite, outra pessoa do financeiro aprova antes de valer.',
  above: (limit: string) =>
    `Acima de ${limit} em ${daysText(approvalWindowDays)} do mesmo cliente, outra pessoa da equipe aprova antes de valer.`,
  byHand: 'à mão',
  waiting: (amount: string) => `${amount} à espera de aprovação`,

  item: {
    title: (amount: string) => `${amount} registrado à mão`,
    status: 'Situação',
    statuses: {
      waiting: 'espera que outra pessoa aprove',
      recorded: 'registrado',
      declined: 'não aprovado',
      undone: 'desfeito',
    } satisfies Record<ManualStatus, string>,
    order: 'Ver o pedido',
    received: 'Dia do pagamento',
    channel: 'Como veio',
    protocol: 'Comprovante',
    file: 'Abrir o comprovante',
    by: 'Quem registrou',
    since: 'Registrado em',
    reason: 'Por quê',
    decidedBy: 'Quem aprovou',
    undoneBy: 'Quem desfez',
    undoneReason: 'Por que foi desfeito',
    pays: 'O que paga',
    approve: 'Aprovar',
    approveGo: 'Aprovar e registrar',
    approved: (amount: number) => `Aprovado: ${formatBRL(amount)} recebido. O recibo vai por e-mail.`,
    notOpen: (titles: readonly string[]) =>
      `Não está mais em aberto: ${titles.join('; ')}. Confira se é outro dinheiro: aprovado, fica como crédito do cliente.`,
    approvedAsCredit: (amount: number) =>
      `Aprovado: ${formatBRL(amount)} recebido. O que não estava mais em aberto ficou como crédito do cliente: veja em Dinheiro o que falta decidir.`,
    decline: 'Não aprovar',
    withdraw: 'Retirar o meu registro',
    declineGo: 'Não aprovar',
    declined: 'Não aprovado. Nada mudou nas parcelas.',
    mine: 'Foi você quem registrou: quem aprova é outra pessoa do financeiro ou da administração.',
    undo: 'Foi registrado por engano',
    undoLead:
      'As parcelas voltam a ficar em aberto, o recibo deixa de valer e o cliente é avisado. O registro fica, marcado como desfeito.',
    undoGo: 'Desfazer o pagamento',
    undone: (amount: number) =>
      amount > 0 ? `Desfeito: ${formatBRL(amount)} em aberto outra vez.` : 'Desfeito.',
  },

  refund: {
    title: 'Transferir de volta',
    lead: 'Este dinheiro veio por fora, e volta por fora: transfira, e registre aqui o comprovante. Só então a devolução fica feita e o cliente é avisado.',
    channel: 'Como voltou',
    day: 'Em que dia',
    go: 'Registrar a transferência',
    done: (amount: number) => `Transferência de ${formatBRL(amount)} registrada. O cliente é avisado.`,
    sent: 'Devolvido em',
  },

  refusals: {
    nothing_selected: 'Marque o que foi pago.',
    not_payable: 'Uma destas parcelas já foi paga, cancelada ou trocada. Veja como ficou.',
    under_review:
      'Uma destas parcelas espera uma decisão sobre um valor diferente. Decida antes, em Dinheiro.',
    invalid_date: `Escolha um dia que já chegou, de até ${daysText(MANUAL_DAYS_BACK)} atrás.`,
    before_contract: 'Este dia é de antes do contrato. Confira o mês e o ano.',
    invalid_channel: 'Diga como o dinheiro veio ou foi.',
    no_evidence: 'Diga o comprovante: o número, ou um arquivo.',
    invalid_protocol: `O comprovante tem mais de ${MAX_MANUAL_PROTOCOL} caracteres, ou um CPF.`,
    key_reused: 'Este formulário já foi enviado com outros dados. Atualize a página.',
    has_refunds: 'Parte deste dinheiro voltou, ou está voltando: não dá mais para desfazer.',
    unknown_file: 'Este arquivo já prova outra coisa. Escolha de novo.',
    empty: 'O arquivo está vazio.',
    own_request:
      'Quem registrou, ou é o cliente, não aprova: peça a outra pessoa do financeiro ou da administração.',
  } as { readonly [code: string]: string },
} as const
