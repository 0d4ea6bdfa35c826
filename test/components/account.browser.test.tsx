import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MAX_FILE_BYTES } from '../../src/modules/documents/public.ts'
import { AccountPage } from '../../src/web/routes/account/account-page.tsx'
import { stubUploads, type Upload } from '../support/uploads.ts'
import { loadPage, openPage, runPage } from './support/page.tsx'
import { answer, asked, heldAnswer, setOnline } from './support/server.ts'

type Data = ComponentProps<typeof AccountPage>['data']

const document = (id: string, name: string) => ({
  ...{ id, name, personType: 'fisica' as const, mediaType: 'application/pdf' as const, size: 2048 },
  createdAt: new Date('2026-11-03T12:00:00Z'),
  ...{ review: 'waiting' as const, rejection: undefined },
})

const session = (id: string, browser: string, current: boolean) => ({
  ...{ id, current, device: { browser, system: 'Android' } },
  signedInAt: new Date('2026-11-01T12:00:00Z'),
  lastUsedAt: new Date('2026-11-03T12:00:00Z'),
})

const data: Data = {
  lookups: [],
  phone: '',
  loaded: {
    saved: [],
    documents: [document('d1', 'comprovante.pdf'), document('d2', 'rg.pdf')],
    requests: [],
    tipo: 'fisica',
    individual: { nome: 'Joana Pereira' },
    company: { nomeResponsavel: 'Joana Pereira' },
  },
  sessions: [session('s1', 'Chrome', true), session('s2', 'Firefox', false)],
}

const account = (at: string) => ({ name: 'account', page: AccountPage, data, at })
const registration = '/account?aba=cadastro&tipo=fisica'
const nothingLost = 'Nada se perdeu. Tente de novo em alguns instantes.'

const city = () => page.getByLabelText('Cidade')

test('opening a tab sends no request, and input in another stays, also from before hydration', async () => {
  loadPage(account(registration))
  await city().fill('Palho')
  await runPage()
  await page.getByRole('link', { name: 'Trocar Senha' }).click()
  await expect.element(page.getByRole('heading', { name: 'Trocar senha' })).toBeVisible()
  expect(location.search).toBe('?aba=trocar-senha')
  await page.getByLabelText('Senha atual').fill('Horizonte@9')
  await page.getByRole('link', { name: 'Cadastro', exact: true }).click()
  await page.getByRole('link', { name: /Pessoa Jurídica/ }).click()
  await expect.element(page.getByLabelText('CNPJ')).toBeVisible()
  await page.getByRole('link', { name: /Pessoa Física/ }).click()
  await expect.element(city()).toHaveValue('Palho')
  await page.getByRole('link', { name: 'Trocar Senha' }).click()
  await expect.element(page.getByLabelText('Senha atual')).toHaveValue('Horizonte@9')
  expect(asked).toEqual([])
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
  'a tab that is opened elsewhere stays to the browser: %s',
  async (key) => {
    await openPage(account(registration))
    let isTaken: boolean | undefined
    const decide = (event: Event) => {
      isTaken = event.defaultPrevented
      event.preventDefault()
    }
    addEventListener('click', decide, { once: true })
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true })
    page.getByRole('link', { name: 'Trocar Senha' }).element().dispatchEvent(click)
    expect(isTaken).toBe(false)
    expect(location.search).toBe('?aba=cadastro&tipo=fisica')
  },
)

test('Escape keeps a document, and the focus returns to the link that asked', async () => {
  await openPage(account('/account?aba=cadastro'))
  const link = page.getByRole('link', { name: 'Remover rg.pdf' })
  await link.click()
  await expect.element(page.getByRole('heading', { name: 'Remover documento?' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(link).toHaveFocus()
})

test('a removed document leaves the list at once, and returns when the server refuses', async () => {
  const held = heldAnswer<Response>()
  answer(() => held.promise)
  await openPage(account('/account?aba=cadastro'))
  await page.getByRole('link', { name: 'Remover rg.pdf' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
  const list = page.getByRole('region', { name: 'Documentos' }).getByRole('listitem')
  await expect.element(list).toHaveLength(1)
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /account/documentos/d2/remover?tipo=fisica',
  ])
  held.resolve(new Response('unreachable', { status: 502 }))
  await expect.element(page.getByText(nothingLost)).toBeVisible()
  await expect.element(list).toHaveLength(2)
})

test('a file that is too large is not sent; while another is, the page is not left unasked', async () => {
  const uploads: Upload[] = []
  stubUploads((upload) => uploads.push(upload))
  await openPage(account('/account?aba=cadastro'))
  const chosen = new DataTransfer()
  chosen.items.add(new File(['%PDF-1.7'], 'cnh.pdf'))
  chosen.items.add(new File([new Uint8Array(MAX_FILE_BYTES + 1)], 'foto.png'))
  chosen.items.add(new File([], 'vazio.pdf'))
  const input = page.getByLabelText('Escolher arquivos').element() as HTMLInputElement
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(page.getByText('“foto.png” tem mais de', { exact: false })).toBeVisible()
  await expect.element(page.getByText('“vazio.pdf” está vazio.')).toBeVisible()
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(true)

  answer(() => ({ data, toasts: [] }))
  uploads[0]?.answer(200, '{"refused":[]}')
  await expect.element(page.getByText('1 documento(s) adicionado(s)')).toBeVisible()
  expect([uploads.length, isAsked()]).toEqual([1, false])
})

test('a session leaves the list at once, returns when nothing answers, and is gone once confirmed', async () => {
  const held = heldAnswer<Response>()
  answer(() => held.promise)
  await openPage(account('/account?aba=trocar-senha'))
  const other = page.getByRole('button', { name: 'Sair deste aparelho: Firefox no Android' })
  await other.click()
  await expect.element(other).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Onde sua conta está aberta' })).toHaveFocus()
  held.reject(new TypeError('Failed to fetch'))
  await expect.element(page.getByText(nothingLost)).toBeVisible()
  await expect.element(other).toBeVisible()

  answer(({ method }) =>
    method === 'POST'
      ? { redirect: '/account?aba=trocar-senha#aparelhos' }
      : { data: { ...data, sessions: data.sessions?.slice(0, 1) }, toasts: [{ title: 'Pronto!' }] },
  )
  await other.click()
  await expect.element(page.getByText('Pronto!')).toBeVisible()
  await expect.element(other).not.toBeInTheDocument()
})

test('without a network the page says so, keeps the input, and sends it later', async () => {
  await openPage(account(registration))
  const save = page.getByRole('button', { name: 'Salvar Dados Pessoais' })
  const strip = page.getByText('O que você escreveu continua aqui.', { exact: false })
  await page.getByLabelText('Cidade').fill('Palhoça')
  await expect.element(strip).not.toBeInTheDocument()
  setOnline(false)
  await expect.element(strip).toBeVisible()
  await fillRegistration()
  await save.click()
  await expect.element(page.getByText('Nada foi enviado e nada se perdeu', { exact: false })).toBeVisible()
  await expect.element(city()).toHaveValue('Palhoça')
  setOnline(true)
  await expect.element(strip).not.toBeInTheDocument()
  answer(() => ({ data, toasts: [{ tone: 'success', title: 'Sucesso', text: 'Dados salvos' }] }))
  await expect.element(save).toBeEnabled()
  await save.click()
  await expect.element(page.getByText('Dados salvos')).toBeVisible()
  expect(asked.map(({ form }) => form?.get('cidade'))).toEqual(['Palhoça', 'Palhoça'])
})

test('a form is checked before it is sent, and a refusal of the server is shown at its field', async () => {
  await openPage(account(registration))
  await fillRegistration()
  await page.getByLabelText('CPF').fill('111.111.111-11')
  const save = page.getByRole('button', { name: 'Salvar Dados Pessoais' })
  await save.click()
  await expect.element(page.getByLabelText('CPF')).toBeInvalid()
  await expect.element(page.getByLabelText('CPF')).toHaveFocus()
  expect(asked).toEqual([])

  const held = heldAnswer<{ data: Data; answer: unknown; toasts: [] }>()
  answer(() => held.promise)
  await page.getByLabelText('CPF').fill('529.982.247-25')
  await expect.element(page.getByLabelText('CPF')).not.toBeInvalid()
  await save.click()
  await expect.element(page.getByRole('button', { name: 'Salvando...' })).toBeDisabled()
  const values = { nome: 'Joana Pereira', rg: '4.123.456-7' }
  const refused = { intent: 'individual', errors: { rg: 'RG inválido' }, values }
  held.resolve({ data, answer: refused, toasts: [] })
  await expect.element(page.getByText('RG inválido')).toBeVisible()
  await expect.element(page.getByLabelText('RG')).toHaveFocus()
  await expect.element(page.getByLabelText('Endereço')).toHaveValue('Rua das Palmeiras, 120')

  // While the next submission has no answer, the last refusal is neither shown nor focused.
  const second = heldAnswer<{ data: Data; toasts: [{ title: string }] }>()
  answer(() => second.promise)
  await page.getByLabelText('Cidade').fill('Palhoça/SC')
  await save.click()
  await expect.element(page.getByRole('button', { name: 'Salvando...' })).toBeDisabled()
  await expect.element(page.getByText('RG inválido')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('RG')).not.toHaveFocus()
  // Nor is it sent twice; a page that the browser restored is not sending it any more.
  page.getByLabelText('RG').element().closest('form')?.requestSubmit()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(save).toBeEnabled()
  second.resolve({ data, toasts: [{ title: 'Guardado' }] })
  await expect.element(page.getByText('Guardado')).toBeVisible()
  await expect.element(page.getByLabelText('RG')).not.toBeInvalid()
  expect(asked).toHaveLength(2)
})

async function fillRegistration(): Promise<void> {
  for (const [label, text] of [
    ['CPF', '529.982.247-25'],
    ['RG', '4.123.456-7'],
    ['Endereço', 'Rua das Palmeiras, 120'],
    ['Cidade', 'Palhoça'],
    ['CEP', '88010-000'],
    ['Renda presumida', 'R$ 3.500,00'],
  ] as const) {
    await page.getByLabelText(label).fill(text)
  }
}
