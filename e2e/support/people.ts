import { type APIRequestContext, type APIResponse, type BrowserContext, request } from '@playwright/test'
import type { Person } from './test.ts'

/** Stages of a customer. Each role is a separate user, created once over HTTP through the product's own forms. */
export type Role = keyof typeof prepare

/** Secret with which the mail server authenticates to these systems. */
export const mailSecret = 'one-secret-of-the-mail-server'

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Origins of the product and its simulator. */
export interface Addresses {
  app: string
  simulator: string
}

/**
 * Creates the users of the roles and keeps their sessions.
 *
 * @returns a function from a role to its user's cookies, set up on the first call
 */
export function castOf(addresses: Addresses): (role: Role) => Promise<Session> {
  const known = new Map<Role, Promise<Session>>()
  const cast = (role: Role): Promise<Session> => {
    const session = known.get(role) ?? enter(role, addresses, cast)
    known.set(role, session)
    return session
  }
  return cast
}

async function enter(
  role: Role,
  { app, simulator }: Addresses,
  cast: (role: Role) => Promise<Session>,
): Promise<Session> {
  return sessionAfter(app, async (http) => {
    const deskAt = async () => ({ ...optionsAt(app), storageState: await cast('staff') })
    await prepare[role]({ http, simulator, role, deskAt })
  })
}

/** Returns the cookies of who did this over HTTP. */
export async function sessionAfter(
  app: string,
  act: (http: APIRequestContext) => Promise<void>,
): Promise<Session> {
  const http = await request.newContext(optionsAt(app))
  try {
    await act(http)
    // Toasts from the set-up must not appear on the first page.
    await http.get('/privacidade')
    return await http.storageState()
  } finally {
    await http.dispose()
  }
}

// The same-origin check requires an Origin header.
const optionsAt = (app: string) => ({ baseURL: app, extraHTTPHeaders: { Origin: new URL(app).origin } })

interface Actor {
  http: APIRequestContext
  simulator: string
  role: string
  /** Options of a request context with a colleague's session at the desk. */
  deskAt: () => Promise<Parameters<typeof request.newContext>[0]>
}

const prepare = {
  /** A guest without any cookie. */
  anonymous: async () => {},
  /** A guest who chose a plan. */
  chooser: async ({ http }: Actor) => {
    await post(http, '/service/clean-name', { plan: 'semanal-20x', name: 'Joana Pereira', cpf, phone })
  },
  /** An empty account. */
  newcomer: signedIn,
  /** With a completed registration and documents. */
  settled: async (actor: Actor) => {
    await signedIn(actor)
    await register(actor)
  },
  /** With a hiring draft. */
  reader: hired,
  /** With a corrupted draft cookie. */
  corrupted: signedIn,
  /** With an open custom offer. */
  offered: async (actor: Actor) => {
    await signedIn(actor)
    await post(actor.http, '/dev/proposta', { ...offer, email: emailOf(actor) })
  },
  /** With a new schedule that the team has proposed for the open instalments. */
  renegotiating: async (actor: Actor) => {
    await signed(actor)
    const payments = await (await actor.http.get('/payments')).text()
    // A retried test uses the same person.
    if (payments.includes('Ver a proposta')) return
    const order = /carne\/([\w-]+)/.exec(payments)?.[1]
    const desk = await request.newContext(await actor.deskAt())
    const first = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
    await post(desk, `/painel/pedidos/${order}/renegociar`, {
      intent: 'propose',
      tipo: '6x',
      preco: 'R$ 1.500,00',
      aberto: '239800',
      visto: '150000',
      primeiro: first,
      dias: '7',
      palavras: 'Como combinamos.',
      motivo: 'pediu prazo',
    })
    await desk.dispose()
  },
  /** Contract accepted, nothing paid. */
  owing: signed,
  /** Contract of a card plan accepted. */
  card: async (actor: Actor) => {
    await signed(actor, 'cartao-6x')
    await charge(actor, -1)
  },
  /** With a pending Pix charge. */
  waiting: charged,
  expired: (actor: Actor) => decided(actor, 'expire'),
  cancelled: (actor: Actor) => decided(actor, 'cancel'),
  /** Down payment paid, order in progress. */
  paid: (actor: Actor) => decided(actor, 'approve'),
  /** As `paid`, but changed by no test, so that its transcript stays stable. A retried test uses the same order. */
  heard: async (actor: Actor) => {
    await signedIn(actor)
    const tracking = await (await actor.http.get('/tracking')).text()
    if (!tracking.includes('Em Andamento')) await decided(actor, 'approve')
  },
  /** Withdrew after the down payment, refunded. */
  returned: async (actor: Actor) => {
    await decided(actor, 'approve')
    const payments = await (await actor.http.get('/payments')).text()
    // A retried test uses the same person.
    if (payments.includes('Ver a proposta')) return
    const order = /carne\/([\w-]+)/.exec(payments)?.[1]
    await post(actor.http, `/contract/desistir/${order}`, {})
    await until(actor, '/payments?aba=pagas', (answer) =>
      answer.includes('Pagamentos devolvidos ou desfeitos'),
    )
  },
  /** A guest who ordered a look-up; its private URL is in `addressOfLookup`. */
  guest: lookup,
  /** A guest whose look-up is paid. */
  guestPaid: async (actor: Actor) => {
    await lookup(actor)
    const address = addressOfLookup.get(actor.role) ?? ''
    const page = await (await actor.http.get(address)).text()
    // A retried test uses the same look-up, which may already be paid.
    const [, paymentId] = /mpqrinter(\d+)6304/.exec(page) ?? []
    if (paymentId) await decide(actor, 'approve', paymentId)
    await until(actor, address, (answer) => !answer.includes('data-countdown'))
  },
  /** A member of the team, before the second factor. */
  atDoor: ({ http }: Actor) => enterPassword(http, 'financeiro@exemplo.com.br'),
  /** Signed in at the desk. */
  owner: (actor: Actor) => atDesk(actor, 'administracao@exemplo.com.br'),
  staff: (actor: Actor) => atDesk(actor, 'equipe@exemplo.com.br'),
  support: (actor: Actor) => atDesk(actor, 'atendimento@exemplo.com.br'),
  finance: (actor: Actor) => atDesk(actor, 'financeiro@exemplo.com.br'),
}

/**
 * Opens the desk as a demonstration account. A second-factor code works only once, so a second sign-in within the same half
 * minute waits for the next code.
 */
async function atDesk({ http }: Pick<Actor, 'http'>, email: string): Promise<void> {
  await enterPassword(http, email)
  let tried: string | undefined
  for (let attempt = 0; attempt < 80; attempt++) {
    const codes = (await (await http.get('/dev/segundo-fator.json')).json()) as {
      email: string
      code: string
    }[]
    const codigo = codes.find((account) => account.email === email)?.code ?? ''
    if (codigo === tried) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      continue
    }
    tried = codigo
    const entered = await http.post('/painel/entrar', { form: { codigo } })
    if (entered.ok()) return giveWork(http)
  }
  throw new Error(`the desk does not open to ${email}`)
}

async function enterPassword(http: APIRequestContext, email: string): Promise<void> {
  await post(http, '/auth', { intent: 'sign-in', email, password: 'Recomeco@2026' })
}

/** Creates work for the desk: a vehicle proposal request. */
async function giveWork(http: APIRequestContext): Promise<void> {
  await post(http, '/service/vehicle-financing', {
    name: 'Edson Barreto',
    birthDate: '1990-05-10',
    phone,
    email: 'edson@exemplo.com.br',
    income: '3.500,00',
    vehicleBrand: 'Fiat',
    vehicleModel: 'Argo',
    vehicleYear: '2022',
    vehicleValue: '42.000,00',
    website: '',
  })
}

/** Paths of the private pages of look-ups, by the role that ordered them. */
export const addressOfLookup = new Map<string, string>()

const cpf = '529.982.247-25'
const phone = '(48) 99999-1234'
const password = 'Horizonte@9'

/** Terms of a custom offer, as the team enters them. */
export const offer = {
  by: 'equipe@exemplo.com.br',
  serviceId: 'clean-name',
  title: 'Acordo com três bancos',
  lines: 'Negociação com o banco A, o banco B e a financeira',
  paymentType: 'entrada R$ 400 + 3x R$ 500,00',
  priceText: 'R$ 1.500,00',
}

const emailOf = ({ role }: Pick<Actor, 'role'>) => `joana.${role}@exemplo.com.br`

/** Signs in, after creating the account if it does not exist yet. */
async function signedIn({ http, role }: Actor): Promise<void> {
  const email = emailOf({ role })
  const known = await http.post('/auth', { form: { intent: 'sign-in', email, password } })
  if (known.ok()) return
  await openAccount(http, { nome: 'Joana Pereira', email, telefone: phone, cpf, senha: password })
}

/** Opens an account by the product's forms, confirms its address and signs in. The context sends the Origin header. */
export async function openAccount(
  http: APIRequestContext,
  { nome, email, telefone, cpf: documento, senha }: Person,
): Promise<void> {
  const person = { tipoConta: 'pessoal', nome, email, telefone, documento }
  await post(http, '/create-account', { ...person, senha, confirmarSenha: senha })
  await post(http, await confirmationOf(http, email), {})
}

async function confirmationOf(http: APIRequestContext, email: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const sent = (await (await http.get('/dev/mensagens.json')).json()) as { to: string; links: string[] }[]
    const [link] = sent.find(({ to }) => to === email)?.links ?? []
    if (link) return new URL(link).pathname + new URL(link).search
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no confirmation reached ${email}`)
}

async function hired(actor: Actor, plan = 'semanal-20x'): Promise<void> {
  await signedIn(actor)
  await post(actor.http, '/service/clean-name', { plan, name: 'Joana Pereira', cpf, phone })
}

async function signed(actor: Actor, plan?: string): Promise<void> {
  await hired(actor, plan)
  const contract = await (await actor.http.get('/contract')).text()
  const sha256 = /name="sha256" value="([^"]+)"/.exec(contract)?.[1] ?? ''
  await post(actor.http, '/contract', { sha256, aceito: 'on' })
}

/** Starts the charge of an instalment, by default the first. */
async function charge({ http }: Actor, which = 0): Promise<void> {
  const payments = await (await http.get('/payments')).text()
  const ids = [...payments.matchAll(/name="paymentIds" value="([^"]+)"/g)].map(([, id]) => id ?? '')
  await post(http, '/payments', { intent: 'pay', paymentIds: ids.at(which) ?? '' })
}

async function charged(actor: Actor): Promise<void> {
  await signed(actor)
  await charge(actor)
}

async function decided(actor: Actor, verdict: 'approve' | 'cancel' | 'expire'): Promise<void> {
  await charged(actor)
  await decide(actor, verdict)
  await post(actor.http, '/payment', { intent: 'check' })
  await until(actor, '/payment/situacao', (answer) => !answer.includes('waiting'))
}

/** @param id of the charge at the provider; the newest if omitted */
async function decide({ http, simulator }: Actor, verdict: string, id?: string): Promise<void> {
  const headers = { Accept: 'application/json' }
  const [last] = (await (await http.get(`${simulator}/sim/payments`, { headers })).json()) as { id: number }[]
  await succeeded(
    await http.post(`${simulator}/sim/payments/${id ?? last?.id}/${verdict}`, { headers, data: {} }),
  )
}

/** Polls until the response is as expected, because settlement is asynchronous. */
async function until({ http }: Actor, path: string, wanted: (answer: string) => boolean): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (wanted(await (await http.get(path)).text())) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${path} stays as it was`)
}

async function lookup({ http, role }: Actor): Promise<void> {
  // The same data from the same browser within half a minute count as a repeated click, which returns the existing look-up.
  const own = role === 'guest' ? '(48) 99999-1235' : '(48) 99999-1236'
  const form = { cpf, name: 'Joana Pereira', phone: own, email: '', paymentMethod: 'pix', declaracao: 'on' }
  const response = await post(http, '/cpf-consult', form)
  addressOfLookup.set(role, new URL(response.url()).pathname)
}

async function register({ http }: Actor): Promise<void> {
  await post(http, '/account?aba=cadastro&tipo=fisica', {
    intent: 'individual',
    nome: 'Joana Pereira',
    cpf,
    rg: '4.123.456-7',
    endereco: 'Rua das Palmeiras, 120, apto 302, Centro',
    cidade: 'Florianópolis',
    cep: '88010-000',
    rendaPresumida: 'R$ 3.500,00',
  })
  for (const name of ['comprovante-de-residencia.pdf', 'rg-frente-e-verso-da-titular-do-cadastro-2026.pdf']) {
    // Identical files would be stored as one document.
    const buffer = Buffer.from(`%PDF-1.4\n% ${name}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n`)
    const documentos = { name, mimeType: 'application/pdf', buffer }
    await succeeded(await http.post('/account/documentos?tipo=fisica', { multipart: { documentos } }))
  }
}

/** Submits a form and follows the redirects. */
async function post(
  http: APIRequestContext,
  path: string,
  form: Record<string, string>,
): Promise<APIResponse> {
  return succeeded(await http.post(path, { form }))
}

async function succeeded(response: APIResponse): Promise<APIResponse> {
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}`)
  return response
}
