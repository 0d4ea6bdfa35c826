import { formatDate, formatInstant, type IsoDate } from '../../../core/calendar.ts'
import { documentKind, formatDocument } from '../../../core/documento.ts'
import { type Centavos, formatBRL } from '../../../core/money.ts'
import type { PaymentMethod } from '../../../core/payment-terms.ts'
import { formatPhone } from '../../../core/phone.ts'
import { counted } from '../../../core/text.ts'
import type { SignedRecord } from './contract-content.ts'
import {
  type Issuer,
  issuerFacts,
  methodNames,
  type PdfBlock,
  type PdfContent,
  type PdfFact,
  type PdfFile,
} from './pdf-content.ts'

/** The data that a bank requires about a payment that its payer disputes. Amounts in centavos. */
export interface DisputeFacts {
  issuer: Issuer
  payment: {
    provider: string
    providerId: string
    method: PaymentMethod
    status: string
    amount: Centavos
    refunded: Centavos
    reference: string | null
    receivedAt: Date
    /** When the charge that the payer requested was created. */
    requestedAt: Date | undefined
    endToEndId: string | undefined
    /** The payer, as far as the provider reports them. */
    payer: { name: string | undefined; document: string | undefined }
  }
  /** Undefined when the account was erased, and for a buyer without one. */
  customer: { name: string; document: string; email: string; phone: string; since: Date } | undefined
  lines: { title: string; orderNumber: string; dueDate: IsoDate; amount: Centavos }[]
  orders: DisputedOrder[]
  lookup: DisputedLookup | undefined
  /** Oldest first. */
  messages: { at: Date; channel: string; subject: string }[]
  history: { at: Date; to: string }[]
  returned: { amount: Centavos; origin: string; status: string; requestedAt: Date; doneAt: Date | null }[]
}

interface DisputedOrder {
  number: string
  serviceTitle: string
  status: string
  /** Percent. */
  progress: number
  startDate: string | null
  /** The signatory; undefined for an order from before contracts existed. */
  party: { name: string; cpf: string; phone: string } | undefined
  signed: SignedText[]
  withdrawnAt: Date | undefined
  steps: {
    name: string
    completedAt: Date | null
    words: string
    protocol: string | null
    fileName: string | undefined
  }[]
  contacts: { at: Date; channel: string }[]
}

type SignedText = Omit<SignedRecord, 'previousHash' | 'recordText'> & { isIntact: boolean }

interface DisputedLookup {
  title: string
  /** The person it is about, masked. */
  subject: string
  /** The buyer's contact, masked. */
  buyer: string
  declaredAt: Date
  declarationVersion: string
  deliveredAt: Date | undefined
  /** When its buyer opened the result. */
  views: Date[]
}

/** The content of the document with which the shop answers a disputed payment, for the bank that decides it. */
export function disputeContent(facts: DisputeFacts): PdfContent {
  const { issuer, payment, orders, lookup } = facts
  const isPix = payment.method === 'pix'
  return {
    title: isPix ? 'Defesa de Pix contestado' : 'Defesa de pagamento contestado',
    issuer: `${issuer.legalName}, CNPJ ${issuer.cnpj}`,
    opening: [
      { kind: 'amount', text: formatBRL(payment.amount) },
      {
        kind: 'text',
        text: `Este documento reúne o que ${issuer.legalName} tem sobre o pagamento ${payment.providerId}, para o banco que analisa a contestação. Cada dado foi lido dos registros da empresa no momento da emissão.`,
      },
      ...(isPix ? [text(medRule)] : []),
    ],
    sections: [
      { heading: 'Em resumo', blocks: [{ kind: 'facts', rows: summary(facts) }] },
      { heading: 'O pagamento', blocks: [{ kind: 'facts', rows: paymentFacts(payment) }] },
      ...(facts.lines.length > 0 ? [{ heading: 'O que foi pago', blocks: [linesTable(facts)] }] : []),
      { heading: 'Quem contratou', blocks: customerBlocks(facts) },
      ...orders.flatMap(orderSections),
      ...(lookup ? [lookupSection(lookup)] : []),
      ...(facts.messages.length > 0
        ? [{ heading: 'O que foi avisado ao cliente', blocks: [messagesTable(facts)] }]
        : []),
      ...(facts.history.length > 0
        ? [{ heading: 'A cobrança, passo a passo', blocks: [historyTable(facts)] }]
        : []),
      { heading: 'Dinheiro devolvido', blocks: [returnedBlock(facts)] },
      { heading: 'Quem recebeu', blocks: [{ kind: 'facts', rows: issuerFacts(issuer) }] },
      ...orders.flatMap(annexes),
    ],
  }
}

/** The signed texts, unchanged: their hashes can be recomputed from these files. */
export function disputeFiles({ orders }: Pick<DisputeFacts, 'orders'>): PdfFile[] {
  return orders.flatMap(({ number, signed }) =>
    signed
      .filter(({ text: content }) => content !== '')
      .map((one, index) => ({
        name: `${signedWords[one.kind].file}-${number}${one.kind === 'addendum' ? `-${index}` : ''}.txt`,
        mediaType: 'text/plain',
        description: `${signedWords[one.kind].title} ${number}, SHA-256 ${one.sha256}`,
        bytes: Buffer.from(one.text, 'utf8'),
      })),
  )
}

const medRule =
  'O Mecanismo Especial de Devolução atende a fundada suspeita de fraude e a falha operacional de um banco (Regulamento do Pix, Resolução BCB 1/2020). Desacordo sobre o serviço se resolve com a empresa, pelos canais ao fim deste documento.'

const text = (words: string): PdfBlock => ({ kind: 'text', text: words })

const signedWords = {
  contract: { title: 'Contrato do pedido', file: 'contrato' },
  addendum: { title: 'Aditivo do pedido', file: 'aditivo' },
} as const

const brasilia = (at: Date) => `${formatInstant(at)}, horário de Brasília`

function summary(facts: DisputeFacts): PdfFact[] {
  const { orders, lookup, payment } = facts
  const signed = orders.flatMap((order) => order.signed.filter(({ kind }) => kind === 'contract'))
  const steps = orders.flatMap((order) => order.steps)
  const done = steps.filter(({ completedAt }) => completedAt !== null)
  const withdrawn = orders.flatMap(({ withdrawnAt }) => withdrawnAt ?? [])
  return [
    { term: 'Quem pagou', value: payerSentence(facts) },
    ...signed.map((contract) => ({
      term: 'Contrato',
      value: `aceito em ${contract.acceptedAtText}; ${checkWords(contract).short}`,
    })),
    ...(steps.length > 0
      ? [
          {
            term: 'Serviço',
            value: `${counted(done.length, 'etapa concluída', 'etapas concluídas')} de ${steps.length}`,
          },
        ]
      : []),
    ...(lookup
      ? [
          {
            term: 'Consulta',
            value: lookup.deliveredAt
              ? `entregue em ${formatInstant(lookup.deliveredAt)}`
              : 'ainda não entregue',
          },
        ]
      : []),
    ...(orders.length > 0
      ? [
          {
            term: 'Arrependimento',
            value:
              withdrawn.length > 0
                ? withdrawn.map((at) => `pedido em ${formatInstant(at)}`).join('; ')
                : 'o cliente não desistiu do contrato (CDC, art. 49)',
          },
        ]
      : []),
    {
      term: 'Devolvido',
      value: payment.refunded > 0 ? formatBRL(payment.refunded) : 'nada, até a emissão deste documento',
    },
  ]
}

/** The result of recomputing the hashes. */
function checkWords({ text: content, isIntact }: SignedText): { short: string; whole: string } {
  if (content === '') {
    const gone = 'o texto foi apagado ao fim do prazo legal'
    return { short: gone, whole: gone }
  }
  return isIntact
    ? {
        short: 'registro conferido e íntegro',
        whole: 'os dois SHA-256 foram refeitos agora e conferem',
      }
    : { short: 'o registro não confere', whole: 'os SHA-256 refeitos agora não conferem' }
}

/** States whether the payer is the signatory: the first question of a bank in a case of fraud. */
function payerSentence({ payment: { payer }, orders, customer }: DisputeFacts): string {
  const documents = [...orders.flatMap(({ party }) => party?.cpf ?? []), customer?.document ?? ''].filter(
    (document) => document !== '',
  )
  if (!payer.document) return 'o provedor do pagamento não informou o CPF'
  if (documents.length === 0)
    return 'a compra não pede o CPF de quem paga; o que o provedor informou está abaixo'
  return documents.includes(payer.document)
    ? 'a mesma pessoa que assinou o contrato: o CPF é o mesmo'
    : 'outra pessoa que não a que assinou o contrato: o CPF é outro'
}

const providers: { readonly [name: string]: string } = {
  'mercado-pago': 'Mercado Pago',
  'api-pix': 'Pix do banco',
  manual: 'registrado pela equipe',
}

function paymentFacts(payment: DisputeFacts['payment']): PdfFact[] {
  const { payer } = payment
  return known([
    ['Forma', methodNames[payment.method]],
    ['Valor', formatBRL(payment.amount)],
    ['Pedido pelo cliente em', payment.requestedAt && brasilia(payment.requestedAt)],
    ['Recebido em', brasilia(payment.receivedAt)],
    ['Identificador do Pix (E2E)', payment.endToEndId],
    ['Onde', providers[payment.provider] ?? payment.provider],
    ['Número no provedor', payment.providerId],
    ['Referência da cobrança', payment.reference],
    ['Situação no provedor', payment.status],
    ['Nome de quem pagou', payer.name],
    ['Documento de quem pagou', payer.document && formatDocument(payer.document)],
  ])
}

function known(rows: [term: string, value: string | null | undefined][]): PdfFact[] {
  return rows.flatMap(([term, value]) => (value ? [{ term, value }] : []))
}

function linesTable({ lines, payment }: DisputeFacts): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { label: 'Parcela', share: 0.42, align: 'left' },
      { label: 'Pedido', share: 0.18, align: 'left' },
      { label: 'Vencimento', share: 0.18, align: 'left' },
      { label: 'Valor', share: 0.22, align: 'right' },
    ],
    rows: lines.map(({ title, orderNumber, dueDate, amount }) => [
      ...[title, orderNumber, formatDate(dueDate), formatBRL(amount)],
    ]),
    total: ['Total do pagamento', '', '', formatBRL(payment.amount)],
  }
}

function customerBlocks({ customer, lookup }: DisputeFacts): PdfBlock[] {
  if (!customer)
    return [
      text(
        lookup
          ? `Quem comprou não tem conta na loja. Contato: ${lookup.buyer}.`
          : 'A conta foi apagada a pedido do titular. O contrato, guardado por lei, diz quem assinou.',
      ),
    ]
  const kind = documentKind(customer.document) === 'cnpj' ? 'CNPJ' : 'CPF'
  const rows = known([
    ['Nome', customer.name],
    [kind, customer.document && formatDocument(customer.document)],
    ['E-mail', customer.email],
    ['Telefone', customer.phone && formatPhone(customer.phone)],
    ['Conta criada em', brasilia(customer.since)],
  ])
  return [{ kind: 'facts', rows }]
}

const orderStatuses: { readonly [status: string]: string } = {
  pending: 'à espera do primeiro pagamento',
  paid: 'pago, à espera do início',
  in_progress: 'em andamento',
  on_hold: 'em pausa',
  completed: 'concluído',
  cancelled: 'cancelado',
}

const contactChannels: { readonly [channel: string]: string } = {
  phone: 'por telefone',
  whatsapp: 'por WhatsApp',
  email: 'por e-mail',
  in_person: 'pessoalmente',
}

function orderSections(order: DisputedOrder): PdfContent['sections'] {
  return [
    ...order.signed.map((one) => ({
      heading: `O aceite do ${one.kind === 'contract' ? 'contrato' : 'aditivo'}, pedido ${order.number}`,
      blocks: [{ kind: 'facts' as const, rows: acceptanceFacts(one, order) }],
    })),
    { heading: `O que foi feito, pedido ${order.number}`, blocks: workBlocks(order) },
  ]
}

function acceptanceFacts(one: SignedText, { party, serviceTitle }: DisputedOrder): PdfFact[] {
  return known([
    ['Serviço', serviceTitle],
    ['Quem aceitou', party?.name],
    ['CPF', party && formatDocument(party.cpf)],
    ['Telefone', party && formatPhone(party.phone)],
    ['Aceito em', one.acceptedAtText],
    ['Endereço de internet (IP)', one.ip],
    ['Navegador', one.userAgent],
    ['E-mail da conta', `${one.email}${one.emailVerified ? ', confirmado' : ', não confirmado'}`],
    ['O que marcou', one.ticked.join('; ')],
    ['Versão do modelo', one.version],
    ['SHA-256 do texto', one.sha256],
    ['Registro', `corrente ${one.chain}, posição ${one.position}, SHA-256 ${one.recordHash}`],
    ['Conferência', checkWords(one).whole],
  ])
}

function workBlocks(order: DisputedOrder): PdfBlock[] {
  const { status, progress, startDate, steps, contacts } = order
  const rows = known([
    ['Situação', orderStatuses[status] ?? status],
    ['Começou em', startDate && formatDate(startDate)],
    ['Andamento', `${progress}%`],
    ...contacts.map(({ at, channel }): [string, string] => [
      'Falamos com o cliente',
      `${formatInstant(at)}, ${contactChannels[channel] ?? channel}`,
    ]),
  ])
  return [
    { kind: 'facts', rows },
    {
      kind: 'table',
      columns: [
        { label: 'Etapa', share: 0.27, align: 'left' },
        { label: 'Concluída em', share: 0.2, align: 'left' },
        { label: 'O que o cliente leu, e a prova', share: 0.53, align: 'left' },
      ],
      rows: steps.map(({ name, completedAt, words, protocol, fileName }) => [
        name,
        completedAt ? formatInstant(completedAt) : 'ainda não',
        [words, protocol && `Protocolo ${protocol}.`, fileName && `Arquivo anexo: ${fileName}.`]
          .filter(Boolean)
          .join(' '),
      ]),
    },
  ]
}

function lookupSection(lookup: DisputedLookup): PdfContent['sections'][number] {
  const rows = known([
    ['Consulta', lookup.title],
    ['Sobre quem', lookup.subject],
    ['Contato de quem comprou', lookup.buyer],
    [
      'Declarou que podia consultar em',
      `${brasilia(lookup.declaredAt)}, versão ${lookup.declarationVersion}`,
    ],
    ['Entregue em', lookup.deliveredAt && brasilia(lookup.deliveredAt)],
    ['O comprador abriu o resultado', lookup.views.map(formatInstant).join('; ')],
  ])
  return { heading: 'A consulta', blocks: [{ kind: 'facts', rows }] }
}

const messageChannels: { readonly [channel: string]: string } = { email: 'E-mail', whatsapp: 'WhatsApp' }

function messagesTable({ messages }: DisputeFacts): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { label: 'Quando', share: 0.26, align: 'left' },
      { label: 'Por onde', share: 0.16, align: 'left' },
      { label: 'Assunto', share: 0.58, align: 'left' },
    ],
    rows: messages.map(({ at, channel, subject }) => [
      ...[formatInstant(at), messageChannels[channel] ?? channel, subject],
    ]),
  }
}

const chargeWords: { readonly [status: string]: string } = {
  created: 'criada',
  pending: 'entregue ao cliente, à espera do pagamento',
  in_process: 'em análise no provedor',
  approved: 'paga',
  amount_mismatch: 'paga com outro valor',
  expired: 'vencida',
  cancelled: 'cancelada',
  rejected: 'recusada pelo provedor',
  failed: 'recusada pelo provedor',
  in_mediation: 'contestada',
  refunded: 'devolvida',
  charged_back: 'tomada de volta pelo banco',
}

function historyTable({ history }: DisputeFacts): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { label: 'Quando', share: 0.35, align: 'left' },
      { label: 'Situação', share: 0.65, align: 'left' },
    ],
    rows: history.map(({ at, to }) => [formatInstant(at), chargeWords[to] ?? to]),
  }
}

const origins: { readonly [origin: string]: string } = {
  withdrawal: 'o cliente desistiu do contrato',
  team: 'decisão da equipe',
  automatic: 'regra da loja',
  panel: 'feita no painel do provedor',
  chargeback: 'tomado pelo banco',
}

const returnStatuses: { readonly [status: string]: string } = {
  requested: 'pedida ao provedor',
  held: 'à espera de uma conferência',
  done: 'feita',
  failed: 'recusada pelo provedor',
  given_up: 'não feita',
  reversed: 'desfeita: a contestação foi ganha',
}

function returnedBlock({ returned }: DisputeFacts): PdfBlock {
  if (returned.length === 0) return text('Nada foi devolvido até a emissão deste documento.')
  return {
    kind: 'table',
    columns: [
      { label: 'Quando', share: 0.25, align: 'left' },
      { label: 'Por quê', share: 0.33, align: 'left' },
      { label: 'Situação', share: 0.22, align: 'left' },
      { label: 'Valor', share: 0.2, align: 'right' },
    ],
    rows: returned.map(({ amount, origin, status, requestedAt, doneAt }) => [
      ...[formatInstant(doneAt ?? requestedAt), origins[origin] ?? origin, returnStatuses[status] ?? status],
      formatBRL(amount),
    ]),
  }
}

/** The signed texts for reading; the same are attached to the file, unchanged. */
function annexes({ number, signed }: DisputedOrder): PdfContent['sections'] {
  return signed.map((one) => ({
    heading: `Anexo: ${signedWords[one.kind].title.toLowerCase()} ${number}`,
    blocks:
      one.text === ''
        ? [text('O texto foi apagado ao fim do prazo legal; os SHA-256 ficam.')]
        : [
            text(
              `O texto exato, cujo SHA-256 é ${one.sha256}, também está anexado a este PDF como arquivo de texto.`,
            ),
            ...one.text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [text(line)])),
          ],
  }))
}
