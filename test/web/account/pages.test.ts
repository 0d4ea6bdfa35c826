// Databases: one
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '../../../src/composition.ts'
import { createDocuments } from '../../../src/modules/documents/index.server.ts'
import { createRegistrations } from '../../../src/modules/registrations/index.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { encrypted } from '../../../src/platform/storage/encrypted.ts'
import { fileStore } from '../../../src/platform/storage/file-store.ts'
import {
  appContext,
  formContext,
  requestContext,
  toastsContext,
  viewerContext,
} from '../../../src/web/context.ts'
import { linksAt } from '../../../src/web/paths.ts'
import * as account from '../../../src/web/routes/account/account.tsx'
import * as adding from '../../../src/web/routes/account/add-documents.ts'
import * as downloading from '../../../src/web/routes/account/download-document.ts'
import * as removing from '../../../src/web/routes/account/remove-document.ts'
import { cookiesFor } from '../../../src/web/session/cookies.server.ts'
import { readToasts } from '../../../src/web/session/toasts.server.ts'
import { jpeg, pdf } from '../../modules/documents/sample-files.ts'
import { ORIGIN, OTHER_PASSWORD, PASSWORD, SECRET, world } from '../../support/identity.ts'
import { overloadedError } from '../../support/overloaded-error.ts'

const w = world()
const session = { signer: createSigner(SECRET), secure: false, clock: { now: () => w.now() } }
let folder: string
let app: App
const recorded: unknown[][] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'account-'))
  const key = '33'.repeat(32)
  const clock = { now: w.now }
  app = {
    config: { session },
    clock,
    log: { error() {}, warn() {} },
    security: { record: (...event: unknown[]) => recorded.push(event) },
    identity: w.identity,
    consultations: { lookupsOfAccount: async () => [] },
    registrations: createRegistrations({
      database: w.database,
      cipher: createCipher(key),
      clock,
      updateProfile: w.identity.updateProfile,
    }),
    documents: createDocuments({
      database: w.database,
      storage: encrypted(fileStore(folder), key),
      clock,
      newId,
      enqueue: async () => {},
      send: async () => {},
      contactOf: async () => undefined,
      links: linksAt('https://recomeco.exemplo'),
    }),
  } as unknown as App
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Builds the route arguments of a user's requests; of a new user's by default. */
async function browser(email?: string) {
  const headers = await w.enter(email ?? (await w.register()))
  const viewer = await w.identity.viewerOf(headers)
  return (path: string, body?: FormData, accept = 'text/html', params = {}) => {
    const context = new RouterContextProvider()
    context.set(appContext, app)
    context.set(viewerContext, viewer)
    context.set(requestContext, { id: 'pedido-1', ip: ORIGIN.ip, userAgent: '', scriptUrl: '' })
    if (body) context.set(formContext, body)
    const request = new Request(`http://localhost${path}`, {
      headers: { cookie: headers.get('cookie') ?? '', accept },
      ...(body && { method: 'POST', body }),
    })
    // Route arguments have more properties than these routes read.
    return { request, context, params } as never
  }
}

const anybody = (path: string, params = {}) => {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  context.set(viewerContext, null)
  return { request: new Request(`http://localhost${path}`), context, params } as never
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

function filesOf(...files: [name: string, bytes: Uint8Array][]): FormData {
  const form = new FormData()
  for (const [name, bytes] of files) form.append('documentos', new File([new Uint8Array(bytes)], name))
  return form
}

/** Returns the toasts in the cookie of a response. */
async function toastsOf(answer: unknown) {
  const cookie = (answer as Response).headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  return readToasts(new Request('http://localhost', { headers: { cookie } }), cookiesFor(session))
}

const ana = {
  intent: 'individual',
  nome: 'Ana Souza',
  cpf: '529.982.247-25',
  rg: '12.345.678-9',
  endereco: 'Rua das Palmeiras, 10',
  cidade: 'Florianópolis',
  cep: '88010-000',
  rendaPresumida: 'R$ 3.500,00',
}

test('a registration is saved, confirmed by a toast, and shown with its date', async () => {
  const goTo = await browser()
  const answer = await account.action(goTo('/account?aba=cadastro', formOf(ana)))
  expect(await toastsOf(answer)).toEqual([
    { tone: 'success', title: 'Sucesso!', text: 'Dados de pessoa física salvos com sucesso!' },
  ])
  const { loaded } = (await account.loader(goTo('/account'))) as {
    loaded: { saved: unknown; individual: unknown; company: unknown }
  }
  expect(loaded.saved).toMatchObject([{ tipoPessoa: 'fisica', savedAt: w.now() }])
  expect(loaded.individual).toMatchObject({ cpf: '529.982.247-25', rendaPresumida: 'R$ 3.500,00' })
})

test('a company’s registration leads back to its own form, and says which was saved', async () => {
  const goTo = await browser()
  const company = {
    ...{ intent: 'company', razaoSocial: 'Padaria Souza Ltda', cnpj: '11.222.333/0001-81' },
    ...{ nomeResponsavel: 'Ana Souza', cpfResponsavel: '529.982.247-25', rgResponsavel: '12.345.678-9' },
    ...{ enderecoEmpresa: 'Rua das Palmeiras, 10', cidadeEmpresa: 'Florianópolis', cepEmpresa: '88010-000' },
    faturamentoPresumido: 'R$ 35.000,00',
  }
  const answer = await account.action(goTo('/account?aba=cadastro', formOf(company)))
  expect((answer as Response).headers.get('Location')).toBe('/account?aba=cadastro&tipo=juridica')
  expect(await toastsOf(answer)).toMatchObject([{ text: 'Dados de pessoa jurídica salvos com sucesso!' }])
  const { loaded } = (await account.loader(goTo('/account'))) as { loaded: { tipo: string } }
  expect(loaded.tipo).toBe('juridica')
})

test('an invalid registration shows messages and the submitted values', async () => {
  const goTo = await browser()
  const answer = await account.action(goTo('/account?aba=cadastro', formOf({ ...ana, cpf: '111', cep: '1' })))
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: {
      intent: 'individual',
      errors: { cpf: 'CPF inválido', cep: 'CEP inválido' },
      values: { nome: 'Ana Souza' },
    },
  })
})

test('a failed load is reported and keeps the password tab working', async () => {
  const goTo = await browser()
  const broken = goTo('/account') as { context: RouterContextProvider }
  const failing = { of: () => Promise.reject(new Error('gone')) }
  broken.context.set(appContext, { ...app, registrations: failing } as unknown as App)
  expect(await account.loader(broken as never)).toMatchObject({
    loaded: undefined,
    sessions: [{ current: true }],
  })
})

test('changing the password shows the messages of the account page', async () => {
  const goTo = await browser()
  const fields = {
    intent: 'account-password',
    currentPassword: 'errada-1',
    newPassword: OTHER_PASSWORD,
    confirmPassword: OTHER_PASSWORD,
  }
  const wrong = goTo('/account?aba=trocar-senha', formOf(fields)) as { context: RouterContextProvider }
  expect(await account.action(wrong as never)).toMatchObject({
    data: {
      values: { intent: 'account-password' },
      errors: { currentPassword: 'Senha atual incorreta.' },
    },
  })
  expect(wrong.context.get(toastsContext)).toEqual([{ tone: 'destructive', title: 'Senha atual incorreta.' }])
  const right = await account.action(
    goTo('/account?aba=trocar-senha', formOf({ ...fields, currentPassword: PASSWORD })),
  )
  expect(await toastsOf(right)).toEqual([{ tone: 'success', title: 'Senha alterada com sucesso!' }])
  // The browser stays known: strangers who try passwords do not slow it down.
  const set = (right as Response).headers.getSetCookie()
  expect(set.filter((cookie) => /^(?:__Host-)?rc_aparelho=[^;]/.test(cookie))).toHaveLength(1)
})

test('while too many passwords wait, changing the password says so', async () => {
  const goTo = await browser()
  const fields = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD, confirmPassword: OTHER_PASSWORD }
  const asked = goTo('/account?aba=trocar-senha', formOf({ intent: 'account-password', ...fields })) as {
    context: RouterContextProvider
  }
  const identity = { ...app.identity, changePassword: () => Promise.reject(overloadedError()) }
  asked.context.set(appContext, { ...app, identity } as unknown as App)
  expect(await account.action(asked as never)).toMatchObject({ init: { status: 503 } })
  expect(asked.context.get(toastsContext)).toMatchObject([
    { title: expect.stringContaining('Muita gente está entrando neste momento') },
  ])
})

test('the telephone is changed with the rules and messages of the sign-up, and shown afterwards', async () => {
  const email = await w.register()
  const [ana, other] = [await browser(email), await browser()]
  const here = '/account?aba=cadastro'
  const change = (phone: string) => account.action(ana(here, formOf({ intent: 'account-phone', phone })))
  expect(await change('(48) 9999')).toMatchObject({
    init: { status: 400 },
    data: {
      intent: 'account-phone',
      errors: { phone: 'Telefone deve ter pelo menos 10 caracteres' },
      values: { phone: '(48) 9999' },
    },
  })
  const changed = (await change(' (48) 98888-7777 ')) as Response
  expect(changed.headers.get('location')).toBe(here)
  expect(await toastsOf(changed)).toMatchObject([{ tone: 'success', title: 'Telefone alterado' }])
  expect((await w.identity.viewerOf(await w.enter(email)))?.telefone).toBe('+5548988887777')
  const again = await browser(email)
  expect(await account.loader(again(here))).toMatchObject({ phone: '(48) 98888-7777' })
  expect(await account.loader(other(here))).not.toMatchObject({ phone: '(48) 98888-7777' })
})

test('a telephone can be changed ten times in a quarter of an hour, and only with a session', async () => {
  const ana = await browser()
  const change = async (number: number) =>
    account.action(ana('/account', formOf({ intent: 'account-phone', phone: `(48) 98888-77${number}` })))
  for (let number = 10; number < 20; number++)
    expect((await change(number)) as Response).toHaveProperty('status', 302)
  expect(await change(20)).toMatchObject({ init: { status: 429 }, data: { intent: 'account-phone' } })
})

test('the devices are listed, and each can be signed out with a plain form', async () => {
  const email = await w.register()
  const lost = await w.enter(email)
  const goTo = await browser(email)
  const page = goTo('/account?aba=trocar-senha')
  const sessionsShown = async () => (await account.loader(page)).sessions ?? []
  const [here, other] = await sessionsShown()
  expect([here?.current, other?.current]).toEqual([true, false])

  const end = (sessionId = '') =>
    account.action(goTo('/account?aba=trocar-senha', formOf({ intent: 'end-session', sessionId })))
  expect(await toastsOf(await end(other?.id))).toMatchObject([{ tone: 'success', title: 'Pronto!' }])
  expect(await w.identity.viewerOf(lost)).toBeNull()
  expect(await toastsOf(await end(other?.id))).toMatchObject([
    { title: 'Sua conta já não estava aberta naquele aparelho.' },
  ])
  expect(await sessionsShown()).toHaveLength(1)

  const another = await w.enter(email)
  const others = formOf({ intent: 'end-other-sessions' })
  await account.action(goTo('/account?aba=trocar-senha', others))
  expect(await w.identity.viewerOf(another)).toBeNull()
  expect(await sessionsShown()).toHaveLength(1)
})

test('nobody can sign out another person’s device', async () => {
  const victim = await w.enter(await w.register())
  const [session] = await w.identity.ownSessions({ headers: victim })
  const goTo = await browser()
  const fields = { intent: 'end-session', sessionId: session?.id ?? '' }
  const answer = await account.action(goTo('/account?aba=trocar-senha', formOf(fields)))
  expect(await toastsOf(answer)).toMatchObject([
    { title: 'Sua conta já não estava aberta naquele aparelho.' },
  ])
  expect(await w.identity.viewerOf(victim)).not.toBeNull()
  expect(recorded.at(-1)).toMatchObject(['foreign-id-refused', { about: 'session', requestId: 'pedido-1' }])
})

test('stores files up to the first refused one, names it with the reason, and reads nothing after it', async () => {
  const goTo = await browser()
  const files = filesOf(
    ['rg.pdf', pdf()],
    ['foto.jpg', jpeg()],
    ['virus.pdf', Buffer.from('<html>')],
    ['outro.pdf', Buffer.concat([pdf(), Buffer.from(' ')])],
  )
  const answer = await adding.action(goTo('/account/documentos?tipo=juridica', files))
  expect((answer as Response).headers.get('location')).toBe('/account?aba=cadastro&tipo=juridica#documentos')
  expect(await toastsOf(answer)).toEqual([
    { tone: 'success', title: 'Sucesso!', text: '2 documento(s) adicionado(s)' },
    {
      tone: 'destructive',
      title: '1 arquivo não foi guardado',
      text: '“virus.pdf” não foi aceito. Envie um arquivo PDF, JPG, JPEG ou PNG inteiro. Se havia outros depois dele, envie-os de novo.',
    },
  ])
})

test('a refused file for a request of the team names no other files: its form takes a single one', async () => {
  const goTo = await browser()
  const file = filesOf(['IMG_0412.HEIC', Buffer.from('....ftypheic')])
  const answer = await adding.action(goTo(`/account/documentos?tipo=fisica&pedido=${newId()}`, file))
  const [{ text } = { text: '' }] = await toastsOf(answer)
  expect(text).toContain('“IMG_0412.HEIC” é uma foto em HEIC')
  expect(text).not.toContain('outros')
})

test('the script gets JSON, and a file over 10 MB is refused by name', async () => {
  const goTo = await browser()
  const large = Buffer.concat([pdf(), Buffer.alloc(10 * 1024 * 1024)])
  const send = (form: FormData) => adding.action(goTo('/account/documentos', form, 'application/json'))
  expect(await ((await send(filesOf(['rg.pdf', pdf()]))) as Response).json()).toEqual({
    added: 1,
    refused: [],
  })
  expect(await ((await send(filesOf(['grande.pdf', large]))) as Response).json()).toEqual({
    added: 0,
    refused: [{ name: 'grande.pdf', problem: 'too_large' }],
  })
  const byForm = await adding.action(goTo('/account/documentos', filesOf(['grande.pdf', large])))
  expect(await toastsOf(byForm)).toMatchObject([
    {
      text: '“grande.pdf” tem mais de 10 MB. Envie um arquivo menor. Se havia outros depois dele, envie-os de novo.',
    },
  ])
})

test('a file that could not be stored is a server error, so that the script retries', async () => {
  const goTo = await browser()
  vi.spyOn(app.documents, 'add').mockRejectedValueOnce(new Error('the store is down'))
  const form = filesOf(['rg.pdf', pdf()])
  const answer = (await adding.action(goTo('/account/documentos', form, 'application/json'))) as Response
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ added: 0, refused: [{ name: 'rg.pdf', problem: 'failed' }] })
})

test('in a form with too many files, the first excess one is named and the rest is not read', async () => {
  const goTo = await browser()
  const many = Array.from({ length: 33 }, (_, at): [string, Uint8Array] => [`${at}.pdf`, pdf()])
  const answer = await adding.action(goTo('/account/documentos', filesOf(...many), 'application/json'))
  expect(await (answer as Response).json()).toEqual({
    added: 1,
    refused: [{ name: '30.pdf', problem: 'too_many' }],
  })
})

test('a form without files shows a toast', async () => {
  const goTo = await browser()
  expect(await toastsOf(await adding.action(goTo('/account/documentos', filesOf())))).toMatchObject([
    { title: 'Escolha pelo menos um arquivo' },
  ])
})

test('the owner downloads a document as an attachment; everybody else gets a 404', async () => {
  const [owner, other] = [await browser(), await browser()]
  await adding.action(owner('/account/documentos', filesOf(['certidão nº 1.pdf', pdf()])))
  const { loaded } = (await account.loader(owner('/account'))) as { loaded: { documents: { id: string }[] } }
  const id = loaded.documents[0]?.id ?? ''
  const path = `/account/documentos/${id}`
  const answer = await downloading.loader(owner(path, undefined, 'text/html', { id }))
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="certidao n 1.pdf"; filename*=UTF-8''certid%C3%A3o%20n%C2%BA%201.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    // However a browser treats it, a script of a PDF included: it has no origin, and loads and runs nothing.
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(pdf())).toBe(true)

  const stranger = await downloading.loader(other(path, undefined, 'text/html', { id }))
  expect(stranger.status).toBe(404)
  await removing.action(other(`${path}/remover`, formOf({}), 'text/html', { id }))
  expect((await downloading.loader(owner(path, undefined, 'text/html', { id }))).status).toBe(200)
  const removed = await removing.action(
    owner(`${path}/remover?tipo=juridica`, formOf({}), 'text/html', { id }),
  )
  expect(removed.headers.get('location')).toBe('/account?aba=cadastro&tipo=juridica#documentos')
  expect(await toastsOf(removed)).toMatchObject([{ title: 'Documento removido' }])
  expect((await downloading.loader(owner(path, undefined, 'text/html', { id }))).status).toBe(404)
})

test('a person may read four documents at once; a fifth is refused until one ends', async () => {
  const [owner, other] = [await browser(), await browser()]
  const large = pdf('x'.repeat(400_000))
  await adding.action(owner('/account/documentos', filesOf(['grande.pdf', large])))
  const { loaded } = (await account.loader(owner('/account'))) as { loaded: { documents: { id: string }[] } }
  const id = loaded.documents[0]?.id ?? ''
  const read = (who: typeof owner) =>
    downloading.loader(who(`/account/documentos/${id}`, undefined, 'text/html', { id }))
  const unread = [await read(owner), await read(owner), await read(owner), await read(owner)]
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const refused = await read(owner)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.text()).toContain('Espere um deles terminar')

  const [first, second] = unread
  expect(first && Buffer.from(await first.arrayBuffer()).equals(large)).toBe(true)
  await second?.body?.cancel()
  const again = [await read(owner), await read(owner)]
  expect(again.map(({ status }) => status)).toEqual([200, 200])
  expect((await read(owner)).status).toBe(429)
  for (const response of [...unread.slice(2), ...again]) await response.body?.cancel()
  // The response to HEAD has no body to read.
  for (let times = 0; times < 6; times++) {
    const asked: { request: Request } = owner(`/account/documentos/${id}`, undefined, 'text/html', { id })
    const head = { ...asked, request: new Request(asked.request, { method: 'HEAD' }) }
    expect((await downloading.loader(head as never)).status).toBe(200)
  }
  // A download of another person's document uses none of the owner's slots.
  for (let times = 0; times < 6; times++) expect((await read(other)).status).toBe(404)
  expect((await read(owner)).status).toBe(200)
})

test('without a session every account URL redirects to /auth', async () => {
  const asked = [
    () => account.loader(anybody('/account?aba=cadastro')),
    () => adding.action(anybody('/account/documentos')),
    () => downloading.loader(anybody('/account/documentos/x', { id: 'x' })),
    () => removing.action(anybody('/account/documentos/x/remover', { id: 'x' })),
  ]
  for (const ask of asked) {
    const answer = await ask().catch((thrown: unknown) => thrown)
    expect((answer as Response).headers.get('location')).toBe('/auth')
  }
})
