/** Texts of the desk about requests for a proposal and custom offers. */
import type { ProposalList } from '../../modules/proposals/public.ts'

const reason = 'Por quê (fica no registro)'

export const proposalsCopy = {
  title: 'Propostas',
  filter: 'Mostrar',
  lists: { open: 'A responder', suspected: 'Suspeitas', answered: 'Respondidas' } satisfies Record<
    ProposalList,
    string
  >,
  empty: 'Nenhum pedido de proposta aqui.',
  more: 'Mostrar as anteriores',
  first: 'Voltar às últimas',
  offers: 'Ofertas sob medida',
  newOffer: 'Fazer uma oferta',
  facts: {
    asked: 'Pedido em',
    vehicle: 'Veículo',
    value: 'Valor do veículo',
    income: 'Renda por mês',
    phone: 'Telefone',
    email: 'E-mail',
    born: 'Nascimento',
  },
  status: { received: 'a responder', suspected: 'parece propaganda', answered: 'respondida' },
  suspectedLead:
    'Parece propaganda: ninguém foi avisado. Se for de verdade, marque, e a pessoa recebe a confirmação.',
  trust: 'É de verdade',
  trusted: 'Na fila, a responder. A pessoa foi avisada.',
  trustReason: 'pedido de verdade',
  answer: 'Responder por e-mail',
  answerLabel: 'A resposta, como a pessoa vai ler',
  answerHint: 'A saudação e a assinatura vão sozinhas. Não escreva CPF.',
  answerGo: 'Enviar resposta',
  answered: 'Resposta enviada por e-mail.',
  answerReason: 'resposta ao pedido',
  answeredAt: (at: string) => `Respondida em ${at}`,
  contact: 'Contato',
  show: 'Mostrar contato e nascimento',
  shown: 'Fica registrado que você viu.',
  revealReason: 'ver o contato de um pedido de proposta',
  back: 'Propostas',
} as const

export const offersCopy = {
  title: 'Ofertas sob medida',
  lead: 'Um preço e um jeito de pagar só para uma pessoa. Ela lê o contrato e aceita na conta dela.',
  make: 'Nova oferta',
  email: 'E-mail da conta do cliente',
  service: 'Serviço',
  variant: 'Para quem',
  variants: { '': 'não se aplica', pf: 'pessoa física', pj: 'pessoa jurídica' },
  paymentType: 'Jeito de pagar',
  paymentTypeHint:
    'Por exemplo: “entrada R$ 400,00 + 12x R$ 199,90”, “semanal 10x”, “mensal no cartão 6x” ou “à vista”.',
  price: 'Preço',
  priceHint: 'Por exemplo: R$ 1.500,00. Se for em parcelas, diga também o preço à vista.',
  cash: 'Preço à vista, se for outro',
  until: 'Vale até',
  offerTitle: 'Título, se for outro',
  lines: 'O que mais inclui, uma linha para cada',
  preview: 'Ver como fica',
  previewed: 'Como fica',
  send: 'Enviar oferta',
  sent: 'Oferta enviada por e-mail.',
  total: 'Total',
  cashPrice: 'À vista',
  due: 'Vencimento',
  amount: 'Valor',
  reason,
  list: 'Ofertas feitas',
  none: 'Nenhuma oferta foi feita ainda.',
  statuses: { sent: 'enviada', accepted: 'aceita', withdrawn: 'retirada', expired: 'vencida' },
  validUntil: (day: string) => `vale até ${day}`,
  withdraw: 'Retirar',
  withdrawn: 'Oferta retirada.',
} as const
