/** Texts of the desk's look-ups. */
import { formatDate, todayInSaoPaulo } from '../../core/calendar.ts'

const day = (instant: Date) => formatDate(todayInSaoPaulo(instant))

export const lookupsCopy = {
  title: 'Consultas',
  lists: { open: 'A entregar', delivered: 'Entregues', cancelled: 'Canceladas' },
  filter: 'Mostrar',
  more: 'Mostrar mais',
  empty: {
    open: {
      title: 'Nenhuma consulta espera',
      text: 'Quando alguém pagar uma, ela aparece aqui com o prazo.',
    },
    delivered: { title: 'Nenhuma entregue ainda', text: 'As entregues ficam aqui, as últimas primeiro.' },
    cancelled: { title: 'Nenhuma cancelada', text: 'Aqui ficam as que tiveram o dinheiro devolvido.' },
  },
  cpf: (masked: string) => `CPF ${masked}`,
  states: {
    toDeliver: 'a entregar',
    late: 'atrasada',
    refunding: 'devolvendo',
    delivered: 'entregue',
    cancelled: 'cancelada',
  },

  asked: (at: string) => `Pedida em ${at}`,
  guest: 'sem cadastro',
  next: 'Próxima da fila',
  tiles: {
    left: 'Resta',
    late: 'Atraso',
    promised: 'Prometida para',
    paid: 'Paga em',
    amount: 'Valor',
  },
  delivered: 'Entregue em',

  subject: 'De quem é',
  facts: {
    name: 'Nome',
    cpf: 'CPF',
    phone: 'WhatsApp',
    email: 'E-mail',
    buyer: 'Comprador',
    declared: 'Declarou poder consultar',
  },
  none: 'não informou',
  account: 'tem conta',
  show: 'Mostrar os dados',
  showing: 'Fica registrado que você viu.',
  revealReason: 'para fazer a consulta',

  deliver: {
    title: 'Entregar o resultado',
    text: 'Resultado',
    textHint: 'Cole ou escreva o que foi encontrado. Só o comprador vê, depois de provar que é ele.',
    file: 'Arquivo (PDF, JPG ou PNG)',
    go: 'Entregar',
    sending: 'Entregando...',
    notified: (title: string) =>
      `O comprador recebe: “O resultado da sua ${title} está pronto”, com um link que só ele abre. O resultado nunca vai na mensagem.`,
    reason: 'entrega pela tela da consulta',
  },
  correct: {
    title: 'Corrigir o resultado',
    change: 'O que mudou (o comprador lê)',
    go: 'Entregar a versão corrigida',
    reason: 'correção pela tela da consulta',
  },
  versions: 'Resultado entregue',
  version: (number: number) => `Versão ${number}`,
  by: (source: string) => (source === 'team' ? 'pela equipe' : `por ${source}`),
  has: { text: 'texto', file: 'arquivo' },
  erasedAt: (at: Date) => `apagado em ${day(at)}`,
  open: 'Abrir',
  openReason: 'abriu o resultado entregue',
  download: 'Baixar o arquivo',

  late: {
    title: 'O prazo passou: devolver o dinheiro?',
    text: 'A promessa é entregar no prazo ou devolver. Se o cliente prefere esperar, mantenha: a entrega continua na fila.',
    reason: 'Por quê (fica no registro)',
    refund: 'Devolver o valor inteiro',
    keep: 'Manter sem devolver',
    finance: 'O financeiro decide se o dinheiro volta. Você ainda pode entregar.',
    kept: 'Decidido: entregar mesmo fora do prazo, sem devolver.',
  },
  refunding: 'A devolução foi pedida. Esta consulta não é mais entregue.',

  link: {
    title: 'Link do comprador',
    states: { live: 'abre', expired: 'venceu', revoked: 'cancelado' },
    until: (at: Date) => `vale até ${day(at)}`,
    send: 'Mandar um novo link',
    sendReason: 'novo link pela tela da consulta',
    revoke: 'Cancelar o link',
    revokeReason: 'Por que cancelar (fica no registro)',
  },
  views: 'Vezes que o comprador abriu',
  noViews: 'Ainda não abriu.',
  viewed: { page: 'leu o resultado', file: 'abriu o arquivo' },
  proofs: { session: 'com a conta', code: 'com código' },

  done: {
    delivered: 'Consulta entregue; o comprador foi avisado.',
    corrected: 'Correção entregue; o comprador foi avisado do que mudou.',
    refunded: 'Devolução pedida; o comprador foi avisado.',
    kept: 'Mantida: falta entregar.',
    sent: 'Novo link enviado ao comprador.',
    revoked: 'Link cancelado: não abre mais.',
    shown: 'Dados mostrados.',
    opened: 'Resultado aberto.',
  },
} as const
