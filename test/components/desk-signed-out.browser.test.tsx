import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { backgroundHeader } from '../../src/web/desk/answers.ts'
import { readInBackground, readScreen, rememberShown, sendToScreen } from '../../src/web/desk/fetch-screen.ts'
import { encodeView, pageJson } from '../../src/web/hydration/page-view.ts'

const url = '/painel/clientes/c1'
const shown = { frame: { member: { id: 'u1', name: 'Bia Ramos', role: 'support' } }, screen: {} }
const toShop = 'Abra a loja em outra aba e entre de novo'

afterEach(() => vi.unstubAllGlobals())

/** Makes the server answer as to a stranger, for whom each path of the desk is unknown: without a view, or with a page of error. */
function answering(status: number, [body, type]: readonly [string, string]): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'Content-Type': type } }))
}
const noView = [encodeView({ data: null, toasts: [] }), pageJson] as const
const errorPage = ['<!DOCTYPE html>', 'text/html'] as const

const asked = (init?: RequestInit, path = url) =>
  ({ request: new Request(new URL(path, location.href), init), params: {} }) as unknown as Parameters<
    typeof readScreen
  >[0]

test('a screen stays with its input when its session has ended', async () => {
  answering(404, noView)
  rememberShown(url, shown)
  expect(await readScreen(asked())).toBe(shown)
})

test('another screen leads to the sign-in page when the session has ended', async () => {
  answering(404, noView)
  const left: Response = await readScreen(asked(undefined, '/painel/clientes/c2')).then(
    () => Response.error(),
    (thrown) => thrown,
  )
  expect(left.headers.get('Location')).toBe('/auth')
})

test('a screen stays when nothing answers; a member who does not enter the code leaves the desk', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  rememberShown(url, shown)
  expect(await readScreen(asked())).toBe(shown)
  answering(200, [encodeView({ redirect: '/painel/entrar' }), pageJson])
  const left = readScreen(asked()).catch((thrown: Response) => thrown)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const { headers } = (await left) as Response
  expect(headers.get('Location')).toBe('/painel/entrar')
  expect(headers.has('X-Remix-Reload-Document')).toBe(true)
})

test('a screen keeps what it last loaded when nothing answers any more, not what it was opened with', async () => {
  rememberShown(url, shown)
  const read = { ...shown, screen: { latest: true } }
  answering(200, [encodeView({ data: read, toasts: [] }), pageJson])
  await readScreen(asked())
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await readScreen(asked())).toEqual(read)
})

test('a desk that closed meanwhile is hidden behind the dialog for the code, which says what is wrong with one', async () => {
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit) => {
    const reply =
      method === 'GET'
        ? { redirect: '/painel/entrar' }
        : { data: { step: 'enter' }, answer: { refused: 'wrong_code' }, toasts: [] }
    return new Response(encodeView(reply), { headers: { 'Content-Type': pageJson } })
  })
  const reading = readInBackground(async () => void (await readScreen(asked()).catch(() => undefined)))
  await expect.element(page.getByRole('dialog', { name: 'O painel fechou' })).toHaveClass('is-closed')
  await page.getByLabelText('Código').fill('000000')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Este código não vale' })).toBeVisible()
  await expect.element(page.getByLabelText('Código')).toHaveValue('')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await reading
})

test('a screen that reloads by itself says so, because only what a member does keeps the desk open', async () => {
  const asks: boolean[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    asks.push(backgroundHeader in headers)
    return new Response(encodeView({ data: shown, toasts: [] }), { headers: { 'Content-Type': pageJson } })
  })
  await readInBackground(async () => void (await readScreen(asked())))
  await readScreen(asked())
  expect(asks).toEqual([true, false])
})

test.each([
  [404, noView],
  [405, errorPage],
])('a form sent after the session ended says so: %i', async (status, said) => {
  answering(status, said)
  const answer = await sendToScreen(asked({ method: 'POST', body: new URLSearchParams({ intent: 'note' }) }))
  expect(answer).toMatchObject({ ok: false, code: 'signed_out', message: expect.stringContaining(toShop) })
})
