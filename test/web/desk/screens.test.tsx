import { expect, test } from 'vitest'
import type { Right } from '../../../src/modules/team/public.ts'
import { stoppagesCopy } from '../../../src/web/copy/desk-stoppages.ts'
import { ConversationsScreen } from '../../../src/web/desk/conversations/conversations-screen.tsx'
import { CustomerScreen } from '../../../src/web/desk/customers/customer-screen.tsx'
import { type DocumentData, DocumentScreen } from '../../../src/web/desk/documents/document-screen.tsx'
import { DocumentsScreen } from '../../../src/web/desk/documents/documents-screen.tsx'
import { LogScreen } from '../../../src/web/desk/log/log-screen.tsx'
import { LookupsScreen } from '../../../src/web/desk/lookups/lookups-screen.tsx'
import { MessagesScreen } from '../../../src/web/desk/messages/messages-screen.tsx'
import { OperationScreen } from '../../../src/web/desk/operation/operation-screen.tsx'
import { PrivacyRequestsScreen } from '../../../src/web/desk/privacy/requests-screen.tsx'
import { ProposalsScreen } from '../../../src/web/desk/proposals/proposals-screen.tsx'
import { TeamScreen } from '../../../src/web/desk/team/team-screen.tsx'
import { seenOn } from '../../support/desk-screen.tsx'

const now = new Date('2026-03-10T15:00:00Z')
const soon = new Date('2026-03-10T17:20:00Z')
const earlier = new Date('2026-03-09T15:00:00Z')

const lookup = {
  kind: 'cpf',
  title: 'Consulta de CPF',
  price: 3_990,
  shows: [],
  cpf: '***.982.247-**',
  name: 'Joana Pereira',
  isGuest: false,
  paidAt: earlier,
  refundRequestedAt: undefined,
  refundDeclinedAt: undefined,
} as const

/** What screens about a customer show of the documents asked of them, none yet. */
const documentRequests = [
  'Documentos pedidos',
  'Nada foi pedido a este cliente.',
  'Pedir um documento',
  '[intent=ask] [cliente=u1]',
  'Qual',
  'RG ou CNH',
  'CPF',
  'Comprovante de residência',
  'Comprovante de renda',
  'Contrato social',
  'Procuração assinada',
  'Outro documento',
  'O que ele precisa saber (o cliente lê)',
  'Pedir e avisar',
]

test('a customer’s screen shows each figure under its name, and each row with its own state and time', () => {
  const seen = seenOn(CustomerScreen, {
    id: 'u1',
    name: 'Joana Pereira',
    email: 'j***@exemplo.com.br',
    document: '***.982.247-**',
    phone: '(48) *****-0000',
    since: '01/02/2026',
    mayEndSessions: true,
    open: 30_000,
    overdue: 10_000,
    documents: 2,
    orders: [
      {
        id: 'o1',
        number: 'RC-7K4P2',
        serviceTitle: 'Limpeza de Nome',
        status: 'paid',
        progress: 25,
        hired: '02/03/2026',
      },
    ],
    lookups: [
      { ...lookup, id: 'l1', status: 'delivered', promisedAt: soon, deliveredAt: earlier },
      { ...lookup, id: 'l2', status: 'paid', promisedAt: soon, deliveredAt: undefined },
      { ...lookup, id: 'l3', status: 'paid', promisedAt: earlier, deliveredAt: undefined },
    ],
    offers: [
      {
        ...{ id: 'f1', title: 'Só para a Joana', total: 'R$ 750,00', status: 'sent' },
        ...{ validUntil: '15/03/2026', orderId: null },
      },
      {
        ...{ id: 'f2', title: 'Limpeza de Nome', total: 'R$ 900,00', status: 'accepted' },
        ...{ validUntil: '01/03/2026', orderId: 'o1' },
      },
    ],
    now,
    requests: [],
    conversations: [],
    messages: [
      {
        id: 'm1',
        subject: 'Seu recibo está pronto',
        state: 'read',
        failureCode: null,
        at: '09/03/2026 às 12:00',
      },
      {
        id: 'm2',
        subject: 'Sua parcela vence',
        state: 'failed',
        failureCode: null,
        at: '08/03/2026 às 12:00',
      },
    ],
    notes: [{ id: 'n1', by: 'Bia Ramos', text: 'Prefere à tarde.', at: '07/03/2026 às 12:00' }],
  })
  expect(seen).toEqual([
    'Cliente desde 01/02/2026',
    'Joana Pereira',
    'Em aberto R$ 300,00',
    'Vencido R$ 100,00',
    'Pedidos 1',
    'Documentos 2',
    'Pedidos',
    '(now) Limpeza de Nome → /painel/pedidos/o1',
    'RC-7K4P2 · 02/03/2026 · 25% concluído Em Andamento',
    'Ofertas sob medida',
    '(now) Só para a Joana → /painel/ofertas',
    'R$ 750,00 · vale até 15/03/2026 enviada',
    'Limpeza de Nome → /painel/pedidos/o1',
    'R$ 900,00 aceita',
    'Consultas',
    'Consulta de CPF → /painel/consultas/l1',
    'R$ 39,90 · 09/03/2026 às 12:00 (ok) entregue',
    '(now) Consulta de CPF → /painel/consultas/l2',
    'R$ 39,90 · 10/03/2026 às 14:20 (now) a entregar',
    '(now) Consulta de CPF → /painel/consultas/l3',
    'R$ 39,90 · 09/03/2026 às 12:00 (bad) atrasada',
    'Mensagens',
    'Seu recibo está pronto 09/03/2026 às 12:00 (ok) lida',
    'Sua parcela vence 08/03/2026 às 12:00 (bad) não entregue',
    'CPF ou CNPJ',
    '***.982.247-**',
    'Telefone',
    '(48) *****-0000',
    'E-mail',
    'j***@exemplo.com.br',
    '[intent=reveal] Mostrar',
    ...documentRequests,
    'Sessões',
    'Encerrar sessões',
    '[intent=end-sessions]',
    'Para quem perdeu o celular, ou diz que outra pessoa entrou na conta. Cada aparelho volta para a tela de entrada. Se alguém sabe a senha, a pessoa precisa criar outra, em “Esqueci minha senha”.',
    'Por quê (fica no registro)',
    'Encerrar sessões',
    'Anotações da equipe',
    '[intent=note]',
    'Nova anotação (só a equipe lê)',
    'Anotar',
    'Prefere à tarde. Bia Ramos, 07/03/2026 às 12:00',
  ])
})

const document: DocumentData = {
  id: 'd1',
  name: 'rg.jpg',
  review: 'waiting',
  reviewVersion: 3,
  rejection: undefined,
  reviewedAt: undefined,
  createdAt: earlier,
  dueAt: soon,
  mediaType: 'image/jpeg',
  size: 2_097_152,
  personType: 'fisica',
  originalRequest: undefined,
  userId: 'u1',
  person: 'Joana Pereira',
  requests: [],
  others: [
    { id: 'd2', name: 'cnh.pdf', review: 'accepted', createdAt: earlier },
    { id: 'd3', name: 'conta.pdf', review: 'rejected', createdAt: earlier },
  ],
  nextId: 'd9',
  now,
}

test('a document’s screen says how long its review may take, and leads to the next, the others and their owner', () => {
  const seen = seenOn(DocumentScreen, document)
  expect(seen).toEqual([
    'Enviado em 09/03/2026 às 12:00',
    'rg.jpg',
    'Próximo da fila N → /painel/documentos/d9',
    '(now) a conferir 2 h 20',
    'O arquivo',
    'Ver o arquivo V → /painel/documentos/d1/arquivo',
    'Fica registrado que você abriu.',
    'Cliente',
    'Joana Pereira → /painel/clientes/u1',
    'Cadastro',
    'pessoa física',
    'Tipo',
    'JPG',
    'Tamanho',
    '2 MB',
    '[intent=accept] [versao=3] Aceitar E',
    'Recusar e pedir outro X',
    '[intent=reject] [versao=3]',
    'Por quê (o cliente lê)',
    'Diga o que falta e como mandar certo.',
    'A foto está tremida ou escura. Mande outra, com luz e sem reflexo.',
    'O documento aparece cortado. Mande a folha inteira, com as quatro pontas.',
    'Falta o verso. Mande frente e verso.',
    'O documento está vencido. Mande um dentro da validade.',
    'O arquivo pede senha ou não abre. Mande outro, sem senha.',
    'O nome não é o da conta. Mande um em seu nome.',
    'Recusar e avisar',
    'O cliente vê em Minha Conta o motivo e o que mandar no lugar e, se não desligou os avisos, recebe uma mensagem.',
    ...documentRequests,
    'Outros documentos deste cliente',
    'cnh.pdf → /painel/documentos/d2',
    '09/03/2026 às 12:00 (ok) aceito',
    'conta.pdf → /painel/documentos/d3',
    '09/03/2026 às 12:00 (bad) recusado',
  ])
})

test('a document past its time is marked', () => {
  const seen = seenOn(DocumentScreen, {
    ...document,
    dueAt: earlier,
  })
  expect(seen.slice(0, 8)).toEqual([
    'Enviado em 09/03/2026 às 12:00',
    'rg.jpg',
    'Próximo da fila N → /painel/documentos/d9',
    '(now) a conferir (bad) −1 dia',
    'O arquivo',
    'Ver o arquivo V → /painel/documentos/d1/arquivo',
    'Fica registrado que você abriu.',
    'Cliente',
  ])
})

test('a message’s row shows its recipient, channel and time, whether it follows another, and its result', () => {
  const message = {
    to: 'j***@exemplo.com.br',
    channel: 'email',
    at: '09/03/2026 às 12:00',
    person: 'Joana Pereira',
  } as const
  const seen = seenOn(
    MessagesScreen,
    {
      list: 'failed',
      stoppages: [],
      outage: undefined,
      isFirst: false,
      next: 'depois-de-m2',
      messages: [
        {
          ...message,
          id: 'm1',
          subject: 'Seu recibo está pronto',
          state: 'failed',
          failureCode: null,
          isFollowing: true,
          isUndecided: true,
        },
        {
          ...message,
          id: 'm2',
          subject: 'Sua parcela vence',
          state: 'delivered',
          failureCode: null,
          isFollowing: false,
          isUndecided: false,
          person: '',
        },
      ],
    },
    { waiting: { 'message.resend': 4, 'message.answer': 2 } },
  )
  expect(seen).toEqual([
    'Mensagens',
    'O que as pessoas responderam (2 à espera) → /painel/conversas',
    'Modelos do WhatsApp → /painel/mensagens/modelos',
    'Todas → /painel/mensagens',
    'Não entregues 4 → /painel/mensagens?ver=falhas',
    'Na fila → /painel/mensagens?ver=na-fila',
    'Seu recibo está pronto Joana Pereira · j***@exemplo.com.br · e-mail · 09/03/2026 às 12:00 · segue a que não chegou (bad) não entregue',
    'Decidir',
    '[intent=resend] [id=m1]',
    'Por quê (fica no registro)',
    'Enviar outra vez',
    '[intent=give-up] [id=m1]',
    'Por quê (fica no registro)',
    'Não é mais precisa',
    'Sua parcela vence j***@exemplo.com.br · e-mail · 09/03/2026 às 12:00 (ok) entregue',
    'Voltar às últimas → /painel/mensagens?ver=falhas',
    'Mostrar as anteriores → /painel/mensagens?ver=falhas&depois=depois-de-m2',
  ])
})

test('messages left unsent by an outage are one decision, for members who may resend', () => {
  const outage = { count: 612, since: '10/03/2026 às 02:10', atOnce: 500, through: 'ate-m500' }
  const data = {
    list: 'failed',
    outage,
    isFirst: true,
    next: undefined,
    messages: [],
    stoppages: [],
  } as const
  const about = (seen: readonly string[]) =>
    seen.slice(seen.indexOf('Na fila → /painel/mensagens?ver=na-fila') + 1)
  expect(about(seenOn(MessagesScreen, { ...data, messages: [], stoppages: [] }))).toEqual([
    '612 mensagens não saíram',
    'O servidor de e-mail, ou o WhatsApp, não atendeu em nenhuma das tentativas. A loja desistiu da primeira em 10/03/2026 às 02:10.',
    'Veja antes se ele voltou. De cada uma a loja confere outra vez se ainda vale: o lembrete de uma parcela já paga não sai.',
    'Enviar outra vez as 500 mais antigas',
    '[intent=resend-after-outage] [ate=ate-m500]',
    'Por quê (fica no registro)',
    'Enviar outra vez',
    'Nenhuma mensagem aqui.',
  ])
  const few = { ...data, outage: { ...outage, count: 12, atOnce: 12 }, messages: [], stoppages: [] }
  expect(seenOn(MessagesScreen, few)).toContain('Enviar outra vez as 12')
  expect(
    about(seenOn(MessagesScreen, { ...data, messages: [], stoppages: [] }, { rights: ['message.read'] })),
  ).toEqual(['Nenhuma mensagem aqui.'])
})

test('the log’s rows, and its pages keep what is searched for', () => {
  const row = {
    position: 7,
    at: '09/03/2026 às 12:00',
    who: 'Bia Ramos',
    action: 'customer.reveal',
    words: 'Viu CPF e contatos',
    subject: 'u1',
    reason: 'pediu',
  } as const
  const seen = seenOn(LogScreen, {
    rows: [row],
    next: 7,
    isFirst: false,
    verified: undefined,
    check: undefined,
    breaches: [{ id: 'b1', what: 'corrente 2, posição 3', at: '08/03/2026 às 12:00' }],
    members: [
      { id: 'm1', name: 'Bia Ramos' },
      { id: 'm2', name: 'Caio Lima' },
    ],
    subject: 'u1',
    actorId: 'm2',
  })
  expect(seen).toEqual([
    'Registro',
    'Tudo o que a equipe fez, em ordem, cada linha presa à anterior.',
    'Sobre (código ou número do pedido)',
    'Quem',
    'Todos',
    'Bia Ramos',
    '(x) Caio Lima',
    'Procurar',
    '[intent=verify] Conferir o registro',
    'O registro ainda não foi conferido. Ele é conferido toda madrugada.',
    'Nº',
    'Quando',
    'Quem',
    'Ação',
    'Sobre',
    'Motivo',
    '7',
    '09/03/2026 às 12:00',
    'Bia Ramos',
    'Viu CPF e contatos Bia Ramos · 09/03/2026 às 12:00 · u1 → /painel/registro?sobre=u1',
    'u1 → /painel/registro?sobre=u1',
    'pediu',
    'Mais novas → /painel/registro?sobre=u1&quem=m2',
    'Mais antigas → /painel/registro?sobre=u1&quem=m2&antes=7',
    'Provas dos contratos',
    'Cada contrato aceito fica preso ao anterior pelo código dele. Todas as provas são conferidas de madrugada; se uma não bate, a equipe recebe um e-mail.',
    'Ainda não foram conferidas.',
    'corrente 2, posição 3 08/03/2026 às 12:00',
    'Já vi',
    '[intent=review-breach] [id=b1]',
    'O que foi feito (fica no registro)',
    'Dar por visto',
    '[intent=verify-contracts] Conferir agora',
    'Versões do contrato, lado a lado → /painel/contratos',
  ])
})

test('an empty log speaks of a search only where something is searched for', () => {
  const screen = (subject: string | undefined, isFirst = true) =>
    seenOn(LogScreen, {
      rows: [],
      next: undefined,
      isFirst,
      verified: undefined,
      check: undefined,
      breaches: [],
      members: [],
      subject,
      actorId: undefined,
    })
  expect(screen(undefined)).toContain('Nada registrado ainda.')
  expect(screen('u1')).toContain('Nada no registro com esses filtros.')
  expect(screen(undefined, false)).toContain('Nada no registro com esses filtros.')
})

test('the team’s screen shows each member with the own role, which the form keeps', () => {
  const seen = seenOn(TeamScreen, {
    me: 'm1',
    members: [
      { id: 'm1', name: 'Bia Ramos', email: 'bia@exemplo.com.br', role: 'owner' },
      { id: 'm2', name: '', email: 'caio@exemplo.com.br', role: 'finance' },
    ],
    invitations: [
      {
        id: 'i1',
        email: 'dora@exemplo.com.br',
        name: 'Dora Reis',
        role: 'support',
        createdAt: earlier,
        expiresAt: soon,
      },
    ],
  })
  expect(seen).toEqual([
    'Equipe',
    'Quem trabalha aqui',
    'BR Bia Ramos você bia@exemplo.com.br · administração',
    'CA caio@exemplo.com.br caio@exemplo.com.br · financeiro',
    'Mudar acesso',
    '[intent=role] [id=m2]',
    'Função',
    'atendimento',
    '(x) financeiro',
    'atendimento e financeiro',
    'administração',
    'nenhuma: tirar da equipe',
    'Por quê (fica no registro)',
    'Mudar função',
    '[intent=reset-factor] [id=m2]',
    'Se a pessoa perdeu o celular: as sessões dela terminam, e no próximo acesso ela cria outro segundo fator.',
    'Por quê (fica no registro)',
    'Zerar segundo fator',
    '[intent=end-sessions] [id=m2]',
    'Cada aparelho em que a pessoa está, na loja e no painel, volta para a tela de entrada. A função e o segundo fator continuam.',
    'Por quê (fica no registro)',
    'Encerrar sessões',
    'Convites enviados',
    'DR Dora Reis dora@exemplo.com.br atendimento · vale até 10/03/2026',
    '[intent=withdraw] [id=i1] Cancelar convite',
    '[intent=invite]',
    'Convidar alguém',
    'Nome',
    'E-mail',
    'Função',
    '(x) atendimento',
    'financeiro',
    'atendimento e financeiro',
    'administração',
    'Enviar convite',
    'Sessões de todos',
    'Encerrar as sessões de todos',
    '[intent=end-every-session]',
    'Todos os clientes e toda a equipe precisam entrar de novo; só você continua aqui. Para quando sessões podem ter sido copiadas.',
    'Por quê (fica no registro)',
    'Encerrar as sessões de todos',
  ])
})

test('the operation’s screen says of each provider since when it cannot be read, else until when it was', () => {
  const seen = seenOn(OperationScreen, {
    stoppages: [],
    backup: undefined,
    sweeps: [
      { provider: 'Mercado Pago', completeAt: '10/03/2026 às 11:00', failingSince: '10/03/2026 às 11:30' },
      { provider: 'Banco', completeAt: '10/03/2026 às 11:50', failingSince: null },
      { provider: 'Novo', completeAt: null, failingSince: null },
    ],
    jobs: [
      { id: 'j1', job: 'receipts.receipt', attempts: 11, error: 'sem disco', at: '09/03/2026 às 12:00' },
    ],
    forgotten: undefined,
  })
  expect(seen).toEqual([
    'Operação',
    'Como a loja está',
    'Mercado Pago não pode ser lido desde 10/03/2026 às 11:30',
    'Banco lido por inteiro em 10/03/2026 às 11:50',
    'Novo ainda não foi lido por inteiro',
    'Cópia de segurança nenhuma feita ainda: npm run backup',
    'Tarefas que pararam',
    'A loja tentou cada uma várias vezes e parou. Veja se o que faltava voltou e tente outra vez. Se parar de novo, mostre esta linha a quem cuida da instalação.',
    'Recibos e carnês 09/03/2026 às 12:00 · parou depois de 11 tentativas receipts.receipt: sem disco',
    'Decidir',
    '[intent=retry] [id=j1]',
    'Por quê (fica no registro)',
    'Tentar outra vez',
    '[intent=discard] [id=j1]',
    'Por quê (fica no registro)',
    'Não é mais precisa',
    'O que uma cópia restaurada esqueceu',
    'Compara o que foi enviado e o que os provedores sabem com o que o banco de dados tem. Leva alguns segundos.',
    'Procurar agora → /painel/operacao?esquecidos=1',
  ])
})

test('the reason why no messages are sent is above everything else, with a link to them for members who may read messages', () => {
  const title = 'O servidor de e-mail não aceita mensagens desde 14:05. 37 mensagens esperam.'
  const stoppages = [{ key: 'email', title, text: 'Na última tentativa: não atendeu.' }]
  const data = { stoppages, backup: undefined, sweeps: [], jobs: [], forgotten: undefined }
  const seen = (rights: Right[]) => seenOn(OperationScreen, data, { rights }).slice(1, 5)
  expect(seen(['operation.read', 'message.read'])).toEqual([
    `(destructive) ${title}`,
    'Na última tentativa: não atendeu.',
    'Ver as que esperam → /painel/mensagens?ver=na-fila',
    'Ver as não entregues → /painel/mensagens?ver=falhas',
  ])
  expect(seen(['operation.read']).slice(2)).toEqual(['Como a loja está', expect.stringContaining('Cópia')])
})

test.each([
  ['EAUTH 535', 'o servidor recusou o usuário ou a senha de SMTP_URL'],
  ['ESOCKET SELF_SIGNED_CERT_IN_CHAIN', 'o certificado do servidor não serve'],
  ['ESOCKET CERT_HAS_EXPIRED', 'o certificado do servidor não serve'],
  ['ETLS', 'o servidor não oferece conexão cifrada'],
  ['EDNS ENOTFOUND', 'o nome do servidor em SMTP_URL não foi encontrado'],
  ['EENVELOPE 553', 'o servidor recusou o remetente, MAIL_FROM'],
  ['ESOCKET ECONNREFUSED', 'o servidor não atendeu, ou cortou a conexão'],
  ['ETIMEDOUT', 'o servidor não atendeu, ou cortou a conexão'],
  ['EENVELOPE 454', 'o servidor pediu que se espere'],
  ['EMESSAGE', 'motivo EMESSAGE'],
])('why e-mail accepts nothing, %s, in words', (code, words) => {
  expect(stoppagesCopy.why('email', code)).toBe(`Na última tentativa: ${words}.`)
})

test.each([
  ['190', 'a Meta recusou WHATSAPP_ACCESS_TOKEN'],
  ['130429', 'o WhatsApp limitou o envio'],
  ['status 500', 'a Meta respondeu com um erro dela'],
  ['ECONNREFUSED', 'a Meta não atendeu'],
])('why WhatsApp accepts nothing, %s, in words', (code, words) => {
  expect(stoppagesCopy.why('whatsapp', code)).toBe(`Na última tentativa: ${words}.`)
})

test('says in words how many messages wait; nothing without a reason', () => {
  expect([0, 1, 37, 1_000].map((count) => stoppagesCopy.waits(count, false))).toEqual([
    ...['Nenhuma espera agora.', '1 mensagem espera.', '37 mensagens esperam.', '1.000 mensagens esperam.'],
  ])
  expect(stoppagesCopy.waits(1_000, true)).toBe('Mais de 1.000 mensagens esperam.')
  expect(stoppagesCopy.why('email', null)).toBe('')
})

test.each([
  [
    'documents',
    seenOn(DocumentsScreen, { list: 'reviewed', now, next: 'x', rows: [] }),
    '/painel/documentos?ver=conferidos&depois=x',
  ],
  [
    'look-ups',
    seenOn(LookupsScreen, { list: 'delivered', now, next: 'x', rows: [] }),
    '/painel/consultas?ver=entregues&depois=x',
  ],
  [
    'conversations',
    seenOn(ConversationsScreen, { list: 'strangers', now, next: 'x', rows: [] }),
    '/painel/conversas?ver=desconhecidos&depois=x',
  ],
  [
    'requests about data',
    seenOn(PrivacyRequestsScreen, { list: 'decided', now, next: 'x', requests: [] }),
    '/painel/privacidade?ver=respondidos&depois=x',
  ],
  [
    'proposals',
    seenOn(ProposalsScreen, { list: 'suspected', isFirst: false, next: 'x', proposals: [] }),
    '/painel/propostas?ver=suspeitas&depois=x',
  ],
  [
    'messages',
    seenOn(MessagesScreen, {
      ...{ list: 'queued', outage: undefined, stoppages: [] },
      isFirst: false,
      next: 'x',
      messages: [],
    }),
    '/painel/mensagens?ver=na-fila&depois=x',
  ],
])('the next rows of a list of %s are of the same list', (_, seen, next) => {
  expect(seen.filter((line) => line.includes('depois='))).toEqual([expect.stringContaining(` → ${next}`)])
})

test('the row of a conversation says whether its writer is known', () => {
  const row = {
    channel: 'whatsapp',
    address: '(48) *****-0000',
    lastInboundAt: earlier,
    dueAt: soon,
  } as const
  const seen = seenOn(ConversationsScreen, {
    list: 'all',
    now,
    next: undefined,
    rows: [
      { ...row, id: 'c1', person: 'Joana Pereira', isOpen: true, isStranger: false },
      { ...row, id: 'c2', person: '', isOpen: false, isStranger: true },
    ],
  })
  expect(seen.slice(-2)).toEqual([
    '2 h 20 até 14:20 Joana Pereira WhatsApp · (48) *****-0000 → /painel/conversas/c1',
    '09/03 12:00 Sem nome WhatsApp · (48) *****-0000 (now) Não identificado → /painel/conversas/c2',
  ])
})
