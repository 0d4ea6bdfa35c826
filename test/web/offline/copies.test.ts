import { expect, test } from 'vitest'
import { seenText } from '../../../src/web/copy/kept-pages.ts'
import { assetsOf, inHtml, isFresh, offlineCopyOf, titleOf } from '../../../src/web/enhance/copies.ts'
import { traitsAt } from '../../../src/web/routing/routing.ts'

test.each(['/payments', '/payment', '/tracking', '/contract/copia/01a20340-c937-705b-908f-c8818d8107b0'])(
  '%s is stored for offline reading',
  (path) => {
    expect(traitsAt(path).isKept).toBe(true)
  },
)

test.each([
  '/',
  '/account',
  '/contract',
  '/payments/recibo/1',
  '/payment/eventos',
  '/contract/copia/1/texto',
  '/consulta/x.y',
  '/sair',
])('%s is not stored for offline reading', (path) => {
  expect(traitsAt(path).isKept).toBeUndefined()
})

const hour = 60 * 60_000
const seenAt = Date.parse('2026-11-22T17:32:00Z')

test('a page is stored for a day, and not after the clock was set back', () => {
  expect(isFresh(seenAt, seenAt + 23 * hour)).toBe(true)
  expect(isFresh(seenAt, seenAt + 24 * hour)).toBe(false)
  expect(isFresh(seenAt, seenAt - 1)).toBe(false)
})

test('an offline page says since when it is', () => {
  expect(seenText(new Date(seenAt), new Date(seenAt + hour))).toBe('Sem internet: visto às 14h32')
  expect(seenText(new Date(seenAt), new Date(seenAt + 12 * hour))).toBe(
    'Sem internet: visto em 22/11/2026 às 14h32',
  )
})

const html = `<!DOCTYPE html><html lang="pt-BR"><head><script>main.src="/assets/entry.client-Ab_1.js"</script>
<link rel="stylesheet" href="/assets/root-x1.css"/></head><body><main id="conteudo"><time data-countdown="900">15:00</time>
<script type="application/json">{"owed":1}</script>R$ 99,90</main></body></html>`

test('an offline page has its date and no script', () => {
  const copy = offlineCopyOf(html, 'Sem internet: visto às 14h32')
  expect(copy).toContain('<html data-kept lang="pt-BR">')
  expect(copy).toContain(
    '<p class="kept-strip" role="status">Sem internet: visto às 14h32</p><main id="conteudo">',
  )
  expect(copy).toContain('R$ 99,90')
  expect(copy).not.toContain('script')
})

test('stores a page’s stylesheet and its scripts with it', () => {
  expect(assetsOf(html)).toEqual(['/assets/entry.client-Ab_1.js', '/assets/root-x1.css'])
  expect(assetsOf('')).toEqual([])
  expect([titleOf('<title>Pagamentos · Recomeço</title>'), titleOf('')]).toEqual(['Pagamentos', ''])
})

test('retries an address unchanged, and keeps it inside its attribute', () => {
  const address = 'https://recomeco.com.br//x?token=a%20b&copy=1'
  expect(inHtml(address)).toBe('https://recomeco.com.br//x?token=a%20b&amp;copy=1')
  expect(inHtml('/"><b>')).toBe('/%22>%3Cb>')
})
