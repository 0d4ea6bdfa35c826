import { documentOf } from './people.ts'
import type { Ask } from './work.ts'

/** A request to a seeded shop. */
export interface Visit {
  name: string
  path: string
  /** Fields of a POST request; absent for a GET request. */
  form?: Readonly<Record<string, string>>
  /** Account that sends the request: the team, or the customer with the most orders. */
  by: 'team' | 'customer'
}

/**
 * Returns visits to every screen of the desk, by the pattern of its route: its lists, a later page of each, its searches, and one
 * item of each kind.
 */
export async function tourOf(ask: Ask): Promise<Record<string, Visit[]>> {
  const one = async (query: string) => (await ask<{ id: string }>(query))[0]?.id ?? ''
  const order = await one("select id from orders where status = 'in_progress' order by created_at limit 1")
  const regular = await one(
    'select user_id as id from orders group by user_id order by count(*) desc limit 1',
  )
  const [person] = await ask<{
    email: string
    nome: string
    telefone: string
    number: string
  }>(
    `select u.email, p.nome, p.telefone, o.number from users u join profiles p on p.user_id = u.id join orders o on o.user_id = u.id
     where p.nome <> '' limit 1 offset 77`,
  )
  if (!person) throw new Error('the shop is not seeded')
  const lookup = await one("select id from consultations where status = 'paid' limit 1")
  const document = await one("select id from documents where review_status = 'waiting' limit 1")
  const credit = await one("select id from credits where status = 'open' limit 1")
  const review = await one('select id from provider_payments where concern is not null limit 1')
  const failed = await one("select id from charges where status = 'failed' limit 1")
  const draft = await one('select id from catalogue_versions where number is null limit 1')
  const proposal = await one("select id from proposals where status = 'received' limit 1")
  const request = await one("select id from privacy_requests where status = 'open' limit 1")
  const conversation = await one('select id from conversations where open_since is not null limit 1')
  const [middle] = await ask<{ at: string; id: string }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from orders
     order by created_at offset (select count(*) / 2 from orders) limit 1`,
  )
  const [overdue] = await ask<{ day: string; id: string }>(
    "select due_date::text as day, id from payments where status = 'pending' order by due_date offset 500 limit 1",
  )
  const read = (name: string, path: string): Visit => ({ name, path, by: 'team' })
  const search = (name: string, path: string, form: Record<string, string>): Visit => ({
    name,
    path,
    form,
    by: 'team',
  })
  const begins = {
    'a name': person.nome.slice(0, 3),
    'a whole name': person.nome,
    'a CPF': documentOf(Number(/\d+/.exec(person.email)?.[0])),
  }
  const others = {
    'an e-mail': person.email,
    'a telephone': person.telefone.slice(3),
    'a number': person.number.slice(0, 5),
  }
  const searches = (path: string, intent: string) =>
    Object.entries({ ...begins, ...others }).map(([what, busca]) =>
      search(`${path} by ${what}`, path, { intent, busca }),
    )
  return {
    painel: [
      read('queue', '/painel'),
      ...['minha', 'livres', 'adiados'].map((ver) => read(`queue, ${ver}`, `/painel?ver=${ver}`)),
      ...['order.step', 'order.contact', 'lookup.deliver', 'document.review'].map((tipo) =>
        read(`queue, ${tipo}`, `/painel?tipo=${tipo}`),
      ),
      read('queue, one beside', `/painel?item=order.step~${order}`),
    ],
    'painel/pedidos': [
      read('orders', '/painel/pedidos'),
      ...[
        'todos',
        'pending',
        'paid',
        'in_progress',
        'on_hold',
        'completed',
        'cancelled',
        'all',
        'working',
      ].map((ver) => read(`orders, ${ver}`, `/painel/pedidos?ver=${ver}`)),
      read('orders, by number', `/painel/pedidos?q=${person.number.slice(0, 5)}`),
      read('orders, further on', `/painel/pedidos?ver=all&depois=${middle?.at}~${middle?.id}`),
    ],
    'painel/pedidos/:id': [read('an order', `/painel/pedidos/${order}`)],
    'painel/pedidos/:id/renegociar': [read('a renegotiation', `/painel/pedidos/${order}/renegociar`)],
    'painel/clientes': [read('customers', '/painel/clientes'), ...searches('/painel/clientes', 'search')],
    'painel/clientes/:id': [read('a customer', `/painel/clientes/${regular}`)],
    'painel/consultas': [
      read('look-ups', '/painel/consultas'),
      ...['entregues', 'canceladas'].map((ver) => read(`look-ups, ${ver}`, `/painel/consultas?ver=${ver}`)),
    ],
    'painel/consultas/:id': [read('a look-up', `/painel/consultas/${lookup}`)],
    'painel/documentos': [
      read('documents', '/painel/documentos'),
      read('documents, reviewed', '/painel/documentos?ver=conferidos'),
    ],
    'painel/documentos/:id': [read('a document', `/painel/documentos/${document}`)],
    'painel/dinheiro': [
      read('money', '/painel/dinheiro'),
      ...['ahead', 'week', 'month', 'quarter', 'older'].map((age) =>
        read(`money, ${age}`, `/painel/dinheiro?idade=${age}`),
      ),
      read('money, further on', `/painel/dinheiro?idade=older&depois=${overdue?.day}~${overdue?.id}`),
      ...searches('/painel/dinheiro', 'find'),
    ],
    'painel/dinheiro/:tipo/:id': [
      read('a credit', `/painel/dinheiro/credito/${credit}`),
      read('a payment', `/painel/dinheiro/pagamento/${review}`),
      read('a charge', `/painel/dinheiro/cobranca/${failed}`),
    ],
    'painel/numeros': [
      ...['7', '30', '90', 'mes'].map((periodo) =>
        read(`numbers, ${periodo}`, `/painel/numeros?periodo=${periodo}`),
      ),
      read('numbers, three years', '/painel/numeros?periodo=livre&de=2020-01-01&ate=2099-01-01'),
      read('numbers, a file', '/painel/numeros/inadimplencia.csv?periodo=90'),
    ],
    'painel/propostas': [
      read('proposals', '/painel/propostas'),
      ...['suspeitas', 'respondidas'].map((ver) => read(`proposals, ${ver}`, `/painel/propostas?ver=${ver}`)),
    ],
    'painel/propostas/:id': [read('a proposal', `/painel/propostas/${proposal}`)],
    'painel/ofertas': [read('offers', '/painel/ofertas')],
    'painel/privacidade': [
      read('privacy requests', '/painel/privacidade'),
      read('privacy requests, answered', '/painel/privacidade?ver=respondidos'),
    ],
    'painel/privacidade/:id': [read('a privacy request', `/painel/privacidade/${request}`)],
    'painel/mensagens': [
      read('messages', '/painel/mensagens'),
      ...['falhas', 'na-fila'].map((ver) => read(`messages, ${ver}`, `/painel/mensagens?ver=${ver}`)),
    ],
    'painel/mensagens/modelos': [read('templates of WhatsApp', '/painel/mensagens/modelos')],
    'painel/conversas': [
      read('conversations', '/painel/conversas'),
      ...['desconhecidos', 'todas'].map((ver) =>
        read(`conversations, ${ver}`, `/painel/conversas?ver=${ver}`),
      ),
    ],
    'painel/conversas/:id': [read('a conversation', `/painel/conversas/${conversation}`)],
    'painel/operacao': [read('operation', '/painel/operacao')],
    'painel/catalogo': [read('catalogue', '/painel/catalogo')],
    'painel/catalogo/mensagens': [
      read('words of messages', '/painel/catalogo/mensagens'),
      read('words of messages, found', '/painel/catalogo/mensagens?busca=recibo'),
    ],
    'painel/catalogo/:tipo/:id': [
      read('a price list', '/painel/catalogo/precos/clean-name'),
      read('a claim', '/painel/catalogo/frase/years'),
      read('a message', '/painel/catalogo/mensagem/order-step-completed'),
    ],
    'painel/catalogo/rascunho/:id': [read('a draft', `/painel/catalogo/rascunho/${draft}`)],
    'painel/contratos': [read('versions of the contract', '/painel/contratos')],
    'painel/conformidade': [read('compliance', '/painel/conformidade')],
    'painel/equipe': [read('team', '/painel/equipe')],
    'painel/acessos': [read('own accesses', '/painel/acessos')],
    'painel/registro': [
      read('log', '/painel/registro'),
      read('log, of an order', `/painel/registro?sobre=${order}`),
      read('log, further on', '/painel/registro?antes=500'),
    ],
    payments: [
      { name: '/payments', path: '/payments', by: 'customer' },
      { name: '/payments, paid', path: '/payments?aba=pagas', by: 'customer' },
      { name: '/payments, all', path: '/payments?todas=1', by: 'customer' },
    ],
    tracking: [
      { name: '/tracking', path: '/tracking', by: 'customer' },
      { name: '/tracking, one', path: `/tracking?q=${person.number}`, by: 'customer' },
    ],
  }
}

/** Returns the e-mail of the customer with the most orders. */
export async function regularEmail(ask: Ask): Promise<string> {
  const [found] = await ask<{ email: string }>(
    'select u.email from orders o join users u on u.id = o.user_id group by u.email order by count(*) desc limit 1',
  )
  return found?.email ?? ''
}
