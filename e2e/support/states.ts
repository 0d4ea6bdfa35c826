import { expect, type Page } from '@playwright/test'
import { contentPages } from '../../src/web/routing/routing.ts'
import type { Role } from './people.ts'
import { addressOfLookup, mailSecret } from './people.ts'

/** A page in one of its states, as the browser checks visit it. */
export interface State {
  /** Name of the state, also of its screenshots. */
  name: string
  as: Role
  path: string | (() => string)
  /** A role whose actions the page shows, besides those of the viewer. */
  after?: Role
  /** Steps to reach the state. */
  act?: (page: Page) => Promise<unknown>
  /** The page has an overlay: take a screenshot of the viewport only. */
  modal?: boolean
  /** Same parts as a fully checked page, with different texts: only checks that depend on the text run. */
  sameParts?: boolean
}

const services = contentPages.flatMap((path) => /^\/service\/(.+)$/.exec(path)?.[1] ?? [])

/** Pages limited to 5 KB of script and 60 KB in all, without React. */
export const contentPaths = [...contentPages, '/payment-success']

const landing: State[] = [
  { name: 'landing', as: 'anonymous', path: '/' },
  { name: 'landing-signed-in', as: 'newcomer', path: '/' },
  { name: 'menu', as: 'anonymous', path: '/', act: openMenu, modal: true },
  { name: 'services', as: 'anonymous', path: '/services' },
  { name: 'services-consultations', as: 'anonymous', path: '/services?consultas=1#consultas', modal: true },
  { name: 'scam-check', as: 'anonymous', path: '/e-golpe' },
  {
    name: 'scam-check-answer',
    as: 'anonymous',
    path: '/e-golpe',
    act: (page) => checkReceived(page, 'https://localhost.pagar-agora.top/pix'),
  },
  { name: 'contract-check', as: 'anonymous', path: '/conferir-contrato' },
  { name: 'privacy', as: 'anonymous', path: '/privacidade' },
  { name: 'terms', as: 'anonymous', path: '/termos' },
  { name: 'not-found', as: 'anonymous', path: '/nao-existe' },
  { name: 'error', as: 'anonymous', path: '/', act: breakDown },
]

const servicePages: State[] = [
  ...services.map(
    (id): State => ({
      name: `service-${id}`,
      as: 'anonymous',
      path: `/service/${id}`,
      sameParts: !['clean-name', 'credit-rating', 'federal-tax-solution'].includes(id),
    }),
  ),
  {
    name: 'hiring-dialog',
    as: 'anonymous',
    path: '/service/clean-name?plano=semanal-20x#contratar',
    modal: true,
  },
  {
    name: 'hiring-dialog-errors',
    as: 'anonymous',
    path: '/service/clean-name?plano=semanal-20x#contratar',
    act: (page) => submitEmpty(page, 'dialog form'),
    modal: true,
  },
  { name: 'hiring-no-plan', as: 'anonymous', path: '/service/clean-name', act: hireWithoutPlan, modal: true },
  {
    name: 'service-credit-rating-company',
    as: 'anonymous',
    path: '/service/credit-rating',
    act: (page) => follow(page, /\/service\/credit-rating\?/),
  },
]

const forms: State[] = [
  { name: 'auth', as: 'anonymous', path: '/auth' },
  { name: 'auth-errors', as: 'anonymous', path: '/auth', act: (page) => submitEmpty(page, 'main form') },
  { name: 'auth-refused', as: 'anonymous', path: '/auth', act: signInWrongly },
  { name: 'auth-sign-up', as: 'anonymous', path: '/auth?aba=criar-conta' },
  {
    name: 'auth-sign-up-errors',
    as: 'anonymous',
    path: '/auth?aba=criar-conta',
    act: (page) => submitEmpty(page, 'main form'),
  },
  {
    name: 'auth-hiring-errors',
    as: 'chooser',
    path: '/auth?aba=criar-conta',
    act: (page) => submitEmpty(page, 'main form'),
  },
  { name: 'auth-forgot', as: 'anonymous', path: '/auth?aba=esqueci-senha' },
  { name: 'auth-recovery', as: 'anonymous', path: '/auth?aba=esqueci-senha', act: followRecovery },
  { name: 'auth-check-email', as: 'anonymous', path: '/auth?aba=criar-conta', act: signUp('espera') },
  {
    name: 'auth-confirm-here',
    as: 'anonymous',
    path: '/auth?aba=criar-conta',
    act: async (page) => followLink(page, await signUp('aqui')(page)),
  },
  {
    name: 'auth-confirm-elsewhere',
    as: 'anonymous',
    path: '/auth?aba=criar-conta',
    async act(page) {
      const email = await signUp('alhures')(page)
      await page.context().clearCookies()
      await followLink(page, email)
    },
  },
  { name: 'auth-change', as: 'newcomer', path: '/auth?aba=trocar-senha' },
  { name: 'create-account', as: 'anonymous', path: '/create-account' },
  {
    name: 'create-account-errors',
    as: 'anonymous',
    path: '/create-account',
    act: (page) => submitEmpty(page, 'main form'),
  },
  {
    name: 'vehicle-errors',
    as: 'anonymous',
    path: '/service/vehicle-financing#proposta',
    act: (page) => submitEmpty(page, 'main form[method=post]'),
  },
  { name: 'vehicle-sent', as: 'anonymous', path: '/service/vehicle-financing?enviado=1#proposta' },
  {
    name: 'home-financing-results',
    as: 'anonymous',
    path: '/service/home-financing?valor=250000&prazo=240&taxa=10,5&sistema=sac#tabela',
    act: (page) =>
      page.locator('details#tabela').evaluate((table: HTMLDetailsElement) => {
        table.open = true
      }),
  },
  {
    name: 'home-financing-errors',
    as: 'anonymous',
    path: '/service/home-financing?valor=abc&prazo=9999&taxa=x#simulador',
  },
]

const consultations: State[] = [
  ...['cpf', 'complete', 'bacen', 'rating'].map(
    (kind): State => ({ name: `consult-${kind}`, as: 'anonymous', path: `/${kind}-consult` }),
  ),
  {
    name: 'consult-errors',
    as: 'anonymous',
    path: '/cpf-consult',
    act: (page) => submitEmpty(page, 'main form[method=post]'),
  },
  { name: 'lookup-waiting', as: 'guest', path: () => addressOfLookup.get('guest') ?? '/missing' },
  { name: 'lookup-paid', as: 'guestPaid', path: () => addressOfLookup.get('guestPaid') ?? '/missing' },
]

const hiring: State[] = [
  { name: 'renegotiation', as: 'renegotiating', path: '/payments', act: openRenegotiation },
  { name: 'home-resume', as: 'chooser', path: '/' },
  { name: 'offer-listed', as: 'offered', path: '/tracking' },
  { name: 'offer', as: 'offered', path: '/tracking', act: (page) => follow(page, /proposta/) },
  {
    name: 'offer-errors',
    as: 'offered',
    path: '/tracking',
    act: async (page) => {
      await follow(page, /proposta/)
      await page.locator('[name=cpf]').fill('123.456.789-00')
      await submitEmpty(page, 'main form')
    },
  },
  { name: 'contract', as: 'reader', path: '/contract' },
  { name: 'contract-not-ticked', as: 'reader', path: '/contract?termos=1#aceitar' },
  { name: 'contract-missing', as: 'newcomer', path: '/contract' },
  { name: 'contract-corrupted', as: 'corrupted', path: '/termos', act: damageDraft },
  { name: 'contract-copy', as: 'paid', path: '/tracking', act: (page) => follow(page, /contract\/copia/) },
  { name: 'withdrawal', as: 'owing', path: '/tracking', act: (page) => follow(page, /contract\/desistir/) },
]

const money: State[] = [
  { name: 'payments-pending', as: 'owing', path: '/payments', act: tickTwo },
  { name: 'payments-unfolded', as: 'owing', path: '/payments?todas=1', act: unfold },
  { name: 'payments-empty', as: 'newcomer', path: '/payments' },
  { name: 'payments-paid', as: 'paid', path: '/payments?aba=pagas' },
  { name: 'payments-paid-empty', as: 'newcomer', path: '/payments?aba=pagas' },
  { name: 'payments-returned', as: 'returned', path: '/payments?aba=pagas' },
  { name: 'payment-before', as: 'owing', path: '/payment' },
  { name: 'payment-none', as: 'newcomer', path: '/payment' },
  { name: 'payment-waiting', as: 'waiting', path: '/payment' },
  { name: 'payment-card', as: 'card', path: '/payment' },
  { name: 'payment-expired', as: 'expired', path: '/payment' },
  { name: 'payment-cancelled', as: 'cancelled', path: '/payment' },
  { name: 'payment-success', as: 'paid', path: '/payment-success' },
  { name: 'tracking', as: 'paid', path: '/tracking' },
  { name: 'tracking-empty', as: 'newcomer', path: '/tracking' },
  { name: 'tracking-not-found', as: 'paid', path: '/tracking?q=zzz' },
]

const account: State[] = [
  { name: 'account-empty', as: 'newcomer', path: '/account' },
  { name: 'account', as: 'settled', path: '/account' },
  { name: 'account-registration', as: 'settled', path: '/account?aba=cadastro' },
  {
    name: 'account-errors',
    as: 'newcomer',
    path: '/account?aba=cadastro&tipo=juridica',
    act: (page) => submitEmpty(page, 'main form:has([name=razaoSocial]):visible'),
  },
  {
    name: 'account-remove-document',
    as: 'settled',
    path: '/account?aba=cadastro',
    act: (page) => follow(page, /remover=/),
    modal: true,
  },
  { name: 'account-password', as: 'newcomer', path: '/account?aba=trocar-senha' },
  {
    name: 'account-password-errors',
    as: 'newcomer',
    path: '/account?aba=trocar-senha',
    act: (page) => submitEmpty(page, 'main form:has([name=newPassword]):visible'),
  },
  { name: 'account-messages', as: 'newcomer', path: '/account/avisos' },
  { name: 'account-privacy', as: 'settled', path: '/account/privacidade' },
]

const workshop: State[] = [
  { name: 'dev-ui', as: 'anonymous', path: '/dev/ui' },
  { name: 'dev-messages', as: 'anonymous', path: '/dev/mensagens' },
]

/** Every page in every state, grouped by topic. */
/** The desk's screens. The queue contains the purchases of the other groups' people. */
const desk: State[] = [
  { name: 'desk-queue', as: 'staff', path: '/painel' },
  { name: 'desk-queue-item', as: 'staff', path: '/painel', act: openFirstRow },
  { name: 'desk-palette', as: 'staff', path: '/painel', act: openPalette, modal: true },
  { name: 'desk-customers', as: 'staff', path: '/painel/clientes', act: searchCustomers },
  { name: 'desk-customer', as: 'staff', path: '/painel/clientes', act: openCustomer },
  { name: 'desk-orders', as: 'staff', path: '/painel/pedidos' },
  { name: 'desk-order', as: 'staff', after: 'paid', path: '/painel/pedidos', act: openOrder },
  { name: 'desk-lookups', as: 'staff', path: '/painel/consultas' },
  { name: 'desk-documents', as: 'staff', path: '/painel/documentos' },
  { name: 'desk-numbers', as: 'staff', path: '/painel/numeros?periodo=90' },
  { name: 'desk-money', as: 'staff', path: '/painel/dinheiro' },
  { name: 'desk-proposals', as: 'staff', path: '/painel/propostas' },
  { name: 'desk-privacy', as: 'staff', path: '/painel/privacidade' },
  { name: 'desk-messages', as: 'staff', path: '/painel/mensagens' },
  { name: 'desk-templates', as: 'staff', path: '/painel/mensagens/modelos' },
  { name: 'desk-conversations', as: 'staff', path: '/painel/conversas', act: hearFromCustomer },
  { name: 'desk-conversation', as: 'staff', path: '/painel/conversas', act: openConversation },
  { name: 'desk-access', as: 'support', path: '/painel/acessos' },
  { name: 'desk-forbidden', as: 'staff', path: '/painel/equipe' },
  { name: 'desk-catalogue', as: 'owner', path: '/painel/catalogo' },
  { name: 'desk-subject', as: 'owner', path: '/painel/catalogo/precos/credit-rating' },
  { name: 'desk-message-words', as: 'owner', path: '/painel/catalogo/mensagens?busca=recibo' },
  { name: 'desk-message', as: 'owner', path: '/painel/catalogo/mensagem/order-step-completed' },
  { name: 'desk-draft', as: 'owner', path: '/painel/catalogo/frase/years', act: draftChange },
  { name: 'desk-contracts', as: 'owner', path: '/painel/contratos?nova=1' },
  { name: 'desk-compliance', as: 'owner', path: '/painel/conformidade' },
  { name: 'desk-operation', as: 'owner', path: '/painel/operacao' },
  { name: 'desk-team', as: 'owner', path: '/painel/equipe' },
  { name: 'desk-log', as: 'owner', path: '/painel/registro' },
  { name: 'desk-enter', as: 'atDoor', path: '/painel/entrar' },
]

export const groups = { landing, servicePages, forms, consultations, hiring, money, account, desk, workshop }

export const states: readonly State[] = Object.values(groups).flat()

/** Opens a page and brings it into its state; the browser already has the cookies of the state's role. */
export async function reach(page: Page, { path, act }: State): Promise<void> {
  const address = typeof path === 'string' ? path : path()
  // Navigating to the same URL with a fragment would only scroll.
  if (address.includes('#')) await page.goto('about:blank')
  await page.goto(address)
  await act?.(page)
  await page.waitForLoadState()
  await begun(page)
}

/**
 * Waits until the scripts run. The main script loads after the first paint (src/web/ui/deferred-script.tsx), the page's own
 * chunks after that.
 */
export async function begun(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const begins = [...document.scripts].some(({ text }) => text.includes('import('))
    const here = performance.getEntriesByType('resource').some(({ name }) => name.includes('/entry.client'))
    return here || !begins
  })
  await page.waitForTimeout(80)
  await page.evaluate(() => document.fonts.ready)
}

/** Edits a claim, and stops at its draft. */
async function draftChange(page: Page): Promise<void> {
  await deskBegun(page)
  await page.locator('[name=value]').fill('mais de 7 anos')
  await page.locator('.desk-editor button[type=submit]').click()
  await page.locator('.desk-diff').waitFor()
}

/** Opens the team's proposal from the list of payments. */
async function openRenegotiation(page: Page): Promise<void> {
  const href = await page.getByRole('link', { name: 'Ver a proposta' }).first().getAttribute('href')
  // Not by a click: the viewport change that follows would abort its view transition, which counts as a page error.
  await page.goto(href ?? '')
}

/** Waits until React runs the desk. */
export async function deskBegun(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.querySelector('[data-island=desk]')
    return root && Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })
}

async function openFirstRow(page: Page): Promise<void> {
  await deskBegun(page)
  await page.locator('[data-row]').first().click()
  await page.locator('.desk-pane').waitFor()
}

async function openOrder(page: Page): Promise<void> {
  await deskBegun(page)
  await page.locator('main a[href^="/painel/pedidos/"]').first().click()
  await page.waitForURL(/\/painel\/pedidos\/[0-9a-f-]{36}/)
}

/** Posts a customer's e-mail reply as the shop's mail server delivers it. */
async function hearFromCustomer(page: Page): Promise<void> {
  const mail = [
    'From: Joana Pereira <cliente@exemplo.com.br>',
    'Subject: Re: Seu pedido anda',
    'Message-ID: <pergunta-1@exemplo.com.br>',
    '',
    'Oi! Recebi a mensagem de vocês. Preciso mandar mais algum documento?',
    'Na sexta eu viajo e volto só na outra semana.',
  ]
  const headers = { Authorization: `Bearer ${mailSecret}`, 'Content-Type': 'message/rfc822' }
  const taken = await page.request.post('/webhooks/correio', { headers, data: mail.join('\r\n') })
  expect(taken.status()).toBe(200)
  await page.reload()
  await page.locator('a[href^="/painel/conversas/"]').first().waitFor()
}

async function openConversation(page: Page): Promise<void> {
  await hearFromCustomer(page)
  await page.locator('a[href^="/painel/conversas/"]').first().click()
  await page.waitForURL(/\/painel\/conversas\/[0-9a-f-]{36}/)
}

async function openPalette(page: Page): Promise<void> {
  await deskBegun(page)
  // The keyboard shortcuts work a moment after the page has loaded.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 })
  }).toPass()
}

async function searchCustomers(page: Page): Promise<void> {
  await deskBegun(page)
  await page.getByRole('searchbox').fill('equipe@exemplo.com.br')
  await page.locator('.desk-found').first().waitFor()
}

async function openCustomer(page: Page): Promise<void> {
  await searchCustomers(page)
  await page.locator('.desk-found').first().click()
  await page.locator('.desk-tiles').waitFor()
}

async function submitEmpty(page: Page, form: string): Promise<void> {
  const button = page.locator(form).last().locator('button:not([type=button])').last()
  await button.click()
  await page.locator('[aria-invalid=true]').first().waitFor()
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('[data-menu] summary')
  if (await menu.isVisible()) await menu.click()
}

async function checkReceived(page: Page, received: string): Promise<void> {
  await page.locator('[name=recebido]').fill(received)
  await page.getByRole('button', { name: 'Conferir' }).click()
  await page.locator('#resultado').waitFor()
}

/** A post to a page without an action makes the router show the error screen. */
async function breakDown(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/termos'
    document.body.append(form)
    form.submit()
  })
  await page.waitForURL('**/termos')
}

async function hireWithoutPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Contratar Agora' }).click()
  await page.getByRole('alert').first().waitFor()
}

async function signInWrongly(page: Page): Promise<void> {
  await page.locator('main [name=email]').fill('ninguem@exemplo.com.br')
  await page.locator('main [name=password]').fill('Errada@123')
  await page.locator('main form button:not([type=button])').click()
  await page.getByRole('alert').first().waitFor()
}

/** Requests a new password as the demo customer and follows the link in the e-mail. */
async function followRecovery(page: Page): Promise<void> {
  const email = 'cliente@exemplo.com.br'
  await page.locator('main [name=email]').fill(email)
  await page.locator('main form button').click()
  await page
    .getByText(/enviad/i)
    .first()
    .waitFor()
  await followLink(page, email, 'recuperar')
}

/** Signs up a new person, up to the page that waits for the e-mail. Returns the address. */
function signUp(name: string) {
  return async (page: Page): Promise<string> => {
    const email = `${name}.${Date.now()}@exemplo.com.br`
    await page.locator('main [name=email]').fill(email)
    for (const field of ['password', 'confirmPassword'])
      await page.locator(`main [name=${field}]`).fill('Ipe-Amarelo@88')
    await page.locator('main form button[type=submit]').click()
    await page.waitForURL(/confira-seu-email/)
    return email
  }
}

/** Opens the link of the newest message to an address. */
async function followLink(page: Page, email: string, part = ''): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const sent = (await (await page.request.get('/dev/mensagens.json')).json()) as {
      to: string
      links: string[]
    }[]
    const link = sent.find(({ to, links }) => to === email && links[0]?.includes(part))?.links[0]
    if (link) {
      await page.goto(new URL(link).pathname + new URL(link).search)
      return
    }
    await page.waitForTimeout(100)
  }
  throw new Error('no message came with a link')
}

async function damageDraft(page: Page): Promise<void> {
  const url = new URL('/', page.url()).href
  await page.context().addCookies([{ name: 'rc_contratacao', value: 'estragado', url }])
  await page.goto('/contract')
}

async function follow(page: Page, address: RegExp): Promise<void> {
  const links = await page
    .locator('main a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
  const found = links.find((href) => address.test(href))
  if (!found) throw new Error(`no link to ${address} on ${page.url()}`)
  await page.goto(found)
}

async function unfold(page: Page): Promise<void> {
  await page.locator('main summary').first().click()
}

async function tickTwo(page: Page): Promise<void> {
  const boxes = page.getByRole('main').getByRole('checkbox')
  await boxes.nth(0).check()
  // In the last days of a month the second instalment is due in the next month, which is collapsed.
  if (!(await boxes.nth(1).isVisible())) await page.locator('main details summary').first().click()
  await boxes.nth(1).check()
}
