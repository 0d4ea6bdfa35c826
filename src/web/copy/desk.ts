/** Texts of the desk's frame. The texts of each screen are in a separate file of this folder. */
import type { TeamRole } from '../../core/roles.ts'
import type { ObligationKind } from '../../modules/backoffice/public.ts'
import { paths } from '../paths.ts'

export const deskCopy = {
  title: 'Painel',
  nav: 'Painel',
  skip: 'Ir para o conteúdo',
  search: 'Pedido, nome, CPF inteiro',
  palette: 'Buscar e ir',
  paletteEmpty: 'Nada com esse nome.',
  paletteGo: 'Ir para',
  paletteFound: 'Encontrado',
  more: 'Mais',
  access: 'Meus acessos',
  leave: 'Sair do painel',
  lettersOff: 'Desligar atalhos de letra',
  lettersOn: 'Ligar atalhos de letra',
  undo: 'Desfazer',
  seconds: (left: number) => `(${left} s)`,
  toQueue: 'Voltar à fila',
  keys: 'Atalhos',
  notConfirmed: 'Nada foi feito: faltou o código do segundo fator. O que você escreveu continua aqui.',
  signedOut: {
    title: 'Entre de novo',
    text: 'A sua sessão terminou, ou o seu acesso mudou. Abra a loja em outra aba e entre de novo; o que você escreveu continua nesta tela.',
  },
  noAnswer: {
    title: 'Sem resposta',
    text: 'A rede não respondeu. O que está na tela é o que foi lido por último; tente outra vez.',
  },
  roles: {
    support: 'atendimento',
    finance: 'financeiro',
    staff: 'atendimento e financeiro',
    owner: 'administração',
  } satisfies Record<TeamRole, string>,
  problems: {
    forbidden: {
      title: 'Esta tela não é da sua função',
      text: 'Quem administra a equipe pode dar outra função à sua conta.',
    },
    'not-found': {
      title: 'Não encontramos',
      text: 'Confira o endereço: o que ele mostrava pode ter mudado de lugar ou acabado.',
    },
    failed: {
      title: 'Não foi possível abrir esta tela',
      text: 'Nada se perdeu. Tente outra vez em um instante; se continuar, avise quem cuida do sistema.',
    },
  },
} as const

/** Kinds of obligations about money, in the order of its screen. */
export const moneyKinds = [
  'credit.decide',
  'refund.approve',
  'refund.decide',
  'refund.follow',
  'refund.transfer',
  'payment.approve',
  'renegotiation.review',
  'return.attribute',
  'payment.review',
  'charge.review',
  'set-aside.resolve',
  'close.accept',
] as const satisfies ObligationKind[]

/** Screens of the desk, in the order of the navigation; each with the right that it requires. */
export const deskPlaces = [
  { name: 'queue', label: 'Fila', href: paths.desk(), right: 'queue.read' },
  {
    name: 'orders',
    label: 'Pedidos',
    href: paths.deskOrders(),
    right: 'order.read',
    kinds: ['order.contact', 'order.step', 'order.decide'],
  },
  { name: 'customers', label: 'Clientes', href: paths.deskCustomers(), right: 'customer.read' },
  {
    name: 'lookups',
    label: 'Consultas',
    href: paths.deskLookups(),
    right: 'lookup.read',
    kinds: ['lookup.deliver'],
  },
  {
    name: 'documents',
    label: 'Documentos',
    href: paths.deskDocuments(),
    right: 'document.read',
    kinds: ['document.review'],
  },
  {
    name: 'money',
    label: 'Dinheiro',
    href: paths.deskMoney(),
    right: 'money.read',
    kinds: moneyKinds,
  },
  { name: 'numbers', label: 'Números', href: paths.deskNumbers(), right: 'numbers.read' },
  {
    name: 'proposals',
    label: 'Propostas',
    href: paths.deskProposals(),
    right: 'proposal.read',
    also: [paths.deskOffers()],
    kinds: ['proposal.answer'],
  },
  {
    name: 'privacyRequests',
    label: 'Privacidade',
    href: paths.deskPrivacy(),
    right: 'privacy.read',
    kinds: ['privacy.answer'],
  },
  {
    name: 'messages',
    label: 'Mensagens',
    href: paths.deskMessages(),
    right: 'message.read',
    also: [paths.deskConversations()],
    kinds: ['message.answer', 'message.resend'],
  },
  {
    name: 'operation',
    label: 'Operação',
    href: paths.deskOperation(),
    right: 'operation.read',
    kinds: ['job.decide', 'forgotten.settle'],
  },
  {
    name: 'catalogue',
    label: 'Catálogo',
    href: paths.deskCatalogue(),
    right: 'catalogue.read',
  },
  {
    name: 'compliance',
    label: 'Conformidade',
    href: paths.deskCompliance(),
    right: 'compliance.read',
  },
  { name: 'team', label: 'Equipe', href: paths.deskTeam(), right: 'team.read' },
  {
    name: 'log',
    label: 'Registro',
    href: paths.deskLog(),
    right: 'log.read',
    kinds: ['evidence.review'],
  },
] as const
