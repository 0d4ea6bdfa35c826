/** Texts of the desk: its frame. Each screen's own texts are in a file beside this one. */
import type { TeamRole } from '../../modules/team/public.ts'
import { paths } from '../paths.ts'

export const deskCopy = {
  title: 'Painel',
  nav: 'Painel',
  skip: 'Ir para o conteúdo',
  search: 'Pedido, nome, CPF, telefone',
  palette: 'Buscar e ir',
  paletteEmpty: 'Nada com esse nome.',
  paletteGo: 'Ir para',
  paletteFound: 'Encontrado',
  more: 'Mais',
  leave: 'Sair do painel',
  undo: 'Desfazer',
  seconds: (left: number) => `(${left} s)`,
  toQueue: 'Voltar à fila',
  keys: 'Atalhos',
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

/** The places of the desk, in the order of its rail; each with the right that its screen takes. */
export const deskPlaces = [
  { name: 'queue', label: 'Fila', href: paths.desk(), right: 'queue.read', key: 'f' },
  {
    name: 'orders',
    label: 'Pedidos',
    href: paths.deskOrders(),
    right: 'order.read',
    key: 'p',
    kinds: ['order.contact', 'order.step', 'order.decide'],
  },
  { name: 'customers', label: 'Clientes', href: paths.deskCustomers(), right: 'customer.read', key: 'c' },
  {
    name: 'lookups',
    label: 'Consultas',
    href: paths.deskLookups(),
    right: 'lookup.read',
    key: 'l',
    kinds: ['lookup.deliver'],
  },
  {
    name: 'documents',
    label: 'Documentos',
    href: paths.deskDocuments(),
    right: 'document.read',
    key: 'd',
    kinds: ['document.review'],
  },
  {
    name: 'money',
    label: 'Dinheiro',
    href: paths.deskMoney(),
    right: 'money.read',
    key: 'm',
    kinds: [
      'credit.decide',
      'refund.approve',
      'refund.decide',
      'refund.transfer',
      'payment.approve',
      'return.attribute',
      'payment.review',
      'charge.review',
      'set-aside.resolve',
      'close.accept',
    ],
  },
  { name: 'numbers', label: 'Números', href: paths.deskNumbers(), right: 'numbers.read', key: 'i' },
  {
    name: 'proposals',
    label: 'Propostas',
    href: paths.deskProposals(),
    right: 'proposal.read',
    key: 'o',
    kinds: ['proposal.answer'],
  },
  {
    name: 'messages',
    label: 'Mensagens',
    href: paths.deskMessages(),
    right: 'message.read',
    key: 'g',
    kinds: ['message.resend'],
  },
  {
    name: 'operation',
    label: 'Operação',
    href: paths.deskOperation(),
    right: 'operation.read',
    key: 't',
    kinds: ['job.decide', 'forgotten.settle'],
  },
  {
    name: 'catalogue',
    label: 'Catálogo',
    href: paths.deskCatalogue(),
    right: 'catalogue.read',
    key: 'v',
  },
  {
    name: 'compliance',
    label: 'Conformidade',
    href: paths.deskCompliance(),
    right: 'compliance.read',
    key: 'j',
  },
  { name: 'team', label: 'Equipe', href: paths.deskTeam(), right: 'team.read', key: 'e' },
  { name: 'log', label: 'Registro', href: paths.deskLog(), right: 'log.read', key: 'r' },
] as const
