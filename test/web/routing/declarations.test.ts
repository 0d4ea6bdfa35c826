import { expect, test } from 'vitest'
import { teamRoles } from '../../../src/core/roles.ts'
import { catalogueChanged, release } from '../../../src/modules/catalogue/public.ts'
import { MAX_FILE_BYTES } from '../../../src/modules/documents/public.ts'
import { isGrave, may } from '../../../src/modules/team/public.ts'
import { privacyVersion } from '../../../src/web/copy/privacy.ts'
import { paths } from '../../../src/web/paths.ts'
import routes from '../../../src/web/routes.ts'
import {
  closedPaths,
  publicPages,
  signInPages,
  traitsAt,
  traitsOf,
} from '../../../src/web/routing/routing.ts'
import type { RouteTraits } from '../../../src/web/routing/traits.ts'
import { robotsTxt } from '../../../src/web/seo/robots.ts'
import { sitemapXml } from '../../../src/web/seo/sitemap.ts'

const KB = 1024
const form = { body: 'form', maxBodyBytes: 256 * KB, maxFields: 100 } as const
const patternOf = ({ path }: { path?: string | undefined }) => `/${path ?? ''}`
const patternsWith = (is: (traits: RouteTraits) => boolean) =>
  routes.filter(({ traits }) => is(traits)).map(patternOf)

test('every route has traits, found by its pattern', () => {
  expect(routes.length).toBeGreaterThan(50)
  for (const route of routes)
    expect([route.file, traitsOf(patternOf(route))]).toEqual([route.file, route.traits])
  expect(new Set(routes.map(patternOf)).size).toBe(routes.length)
})

test('only webhooks and mail programs are exempt from the same-origin check, and only uploads may be larger than a form', () => {
  expect(patternsWith(({ body }) => body === 'signed')).toEqual([
    '/webhooks/mercadopago',
    '/webhooks/pix/*',
    '/webhooks/whatsapp',
    '/webhooks/correio',
    '/preferencias/:token/parar/:topic',
  ])
  expect(patternsWith(({ body }) => body === 'upload')).toEqual(['/account/documentos'])
  expect(patternsWith(({ takesFiles = false }) => takesFiles)).toEqual([
    '/conferir-contrato',
    '/painel/pedidos/:id',
    '/painel/consultas/:id',
    '/painel/dinheiro/:tipo/:id',
  ])
  expect(patternsWith(({ maxBodyBytes }) => maxBodyBytes > 256 * KB)).toEqual([
    '/conferir-contrato',
    '/webhooks/whatsapp',
    '/webhooks/correio',
    '/account/documentos',
    '/painel/pedidos/:id',
    '/painel/consultas/:id',
    '/painel/dinheiro/:tipo/:id',
  ])
  expect(patternsWith(({ maxFields }) => maxFields > 100)).toEqual(['/payments'])
  expect(traitsAt('/account/documentos').maxBodyBytes).toBe(6 * MAX_FILE_BYTES)
})

test('the arrival pages are the first pages of the shop and of the account', () => {
  expect(patternsWith(({ isArrival = false }) => isArrival)).toEqual([
    '/',
    '/services',
    ...release.services.map(({ id }) => paths.service(id)),
    '/payments',
    '/tracking',
    '/account',
  ])
})

test('only these routes are public without being listed, or check access themselves', () => {
  const listed = publicPages.map(({ path }) => path)
  expect(
    patternsWith(({ access }) => access === 'everyone').filter((path) => !listed.includes(path)),
  ).toEqual([
    '/service/contract-revisional',
    '/conferir-contrato/programa',
    '/auth',
    '/auth/confira-seu-email',
    '/auth/confirmar',
    '/sair',
    '/contratacao/apagar',
    '/payment-success',
    '/privacidade/meus-dados',
    '/sitemap.xml',
    '/robots.txt',
    '/*',
  ])
  expect(patternsWith(({ access }) => access === 'by-route')).toEqual([
    '/consulta/:key',
    '/consulta/:key/eventos',
    '/consulta/:key/situacao',
    '/resultado/:key',
    '/resultado/:key/arquivo',
    '/pagar/:token',
    '/pagar/:token/eventos',
    '/pagar/:token/situacao',
    '/payment',
    '/payment/eventos',
    '/payment/situacao',
    '/webhooks/mercadopago',
    '/webhooks/pix/*',
    '/webhooks/whatsapp',
    '/webhooks/correio',
    '/tracking/versao',
    '/preferencias/:token',
    '/preferencias/:token/parar/:topic',
    '/dados/:key',
    '/dados/:key/arquivo',
  ])
  expect(patternsWith(({ access }) => access === 'invited')).toEqual(['/painel/convite/:token'])
})

test.each([
  ['/account/documentos', 'upload'],
  ['/account/documentos/', 'upload'],
  ['/Account/Documentos', 'upload'],
  ['/account/documentos/../../auth', 'form'],
  ['/account/documentos/%2e%2e/%2E%2E/auth', 'form'],
  ['/account/documentos/abc/remover', 'form'],
  ['/account/documentos.data', 'form'],
  ['/painel', 'form'],
  ['/webhooks/mercadopago', 'signed'],
  ['/webhooks/mercadopago/x', 'form'],
  ['/webhooks/pix', 'signed'],
  ['/webhooks/pix/pix', 'signed'],
  ['/webhooks/../contract', 'form'],
  ['//webhooks/pix', 'form'],
  ['/anything', 'form'],
] as const)('the body of a POST to %s is %s', (address, body) => {
  const { pathname } = new URL(`http://localhost${address}`)
  expect(traitsAt(pathname)).toMatchObject(body === 'form' ? form : { body })
})

test('the sitemap lists exactly the public pages, with the date each changed', () => {
  const xml = sitemapXml('https://exemplo.com.br', publicPages)
  const found = [...xml.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>(\d{4}-\d\d-\d\d)<\/lastmod><\/url>/g)]
  const paths = [
    '/',
    '/services',
    '/service/clean-name',
    '/service/credit-rating',
    '/service/bacen-clean',
    '/service/serasa-score',
    '/service/credit-viability',
    '/service/cnh-rehabilitation',
    '/service/traffic-fines',
    '/service/contract-review',
    '/service/federal-tax-solution',
    '/service/vehicle-financing',
    '/service/home-financing',
    '/e-golpe',
    '/conferir-contrato',
    '/cpf-consult',
    '/complete-consult',
    '/rating-consult',
    '/bacen-consult',
    '/create-account',
    '/privacidade',
    '/termos',
  ]
  expect(found.map(([, address]) => address)).toEqual(paths.map((path) => `https://exemplo.com.br${path}`))
  expect(found[0]?.[2]).toBe(catalogueChanged)
  expect(found.at(-2)?.[2]).toBe(privacyVersion)
})

test('the sitemap escapes XML characters', () => {
  expect(sitemapXml('https://exemplo.com.br', [{ path: '/a?b&c', changed: '2026-11-21' }])).toContain(
    'b&#38;c',
  )
})

test('robots.txt disallows private paths and names the sitemap', () => {
  const robots = robotsTxt('https://exemplo.com.br/sitemap.xml', closedPaths)
  expect(robots.match(/^Disallow: .*$/gm)?.toSorted()).toEqual(
    [
      '/account',
      '/consulta/',
      '/contract',
      '/dados/',
      '/dev/',
      '/pagar/',
      '/payment',
      '/preferencias/',
      '/proposta/',
      '/resultado/',
      '/tracking',
      '/webhooks/',
    ].map((path) => `Disallow: ${path}`),
  )
  expect(robots).toContain('Sitemap: https://exemplo.com.br/sitemap.xml\n')
})

test('no crawlable path starts with a disallowed prefix', () => {
  const open = patternsWith(({ robots }) => robots !== 'closed')
  expect(open.filter((path) => closedPaths.some((prefix) => path.startsWith(prefix)))).toEqual([])
})

test('the status of a slow sign-in is for the protected pages', () => {
  expect(signInPages.toSorted()).toEqual([
    '/account',
    '/account/avisos',
    '/account/privacidade',
    '/contract',
    '/payment',
    '/payments',
    '/tracking',
  ])
})

test('a grave right belongs to an action, which requires the second factor again; no screen requires such a right', () => {
  expect(routes.filter(({ traits: { right } }) => right && isGrave(right))).toEqual([])
})

test('which roles of the team open which screens and files', () => {
  const opened = Map.groupBy(
    routes.flatMap(({ path = '', traits: { right } }) => (right ? [{ path, right }] : [])),
    ({ right }) => teamRoles.filter((role) => may(role, right)).join(' '),
  )
  const paths = (roles: string) => (opened.get(roles) ?? []).map(({ path }) => path.replace(/^painel\/?/, ''))
  expect(paths('support finance staff owner')).toEqual([
    ...['', 'pedidos', 'pedidos/:id', 'pedidos/:id/prova/:fileId', 'pedidos/:id/contrato'],
    ...['clientes', 'clientes/:id', 'consultas', 'consultas/:id'],
    ...['mensagens', 'mensagens/modelos', 'conversas', 'conversas/:id', 'acessos', 'eventos', 'presenca'],
  ])
  expect(paths('support staff owner')).toEqual([
    ...['consultas/:id/resultado/:resultId', 'documentos', 'documentos/:id', 'documentos/:id/arquivo'],
    ...['propostas', 'propostas/:id', 'ofertas', 'privacidade', 'privacidade/:id'],
  ])
  expect(paths('finance staff owner')).toEqual([
    ...['pedidos/:id/renegociar', 'dinheiro', 'dinheiro/:tipo/:id', 'dinheiro/pagamento/:id/defesa'],
    ...['numeros', 'numeros/:tabela'],
  ])
  expect(paths('staff owner')).toEqual(['operacao'])
  expect(paths('owner')).toEqual([
    ...['catalogo', 'catalogo/mensagens', 'catalogo/mensagens/previa', 'catalogo/:tipo/:id'],
    ...['catalogo/rascunho/:id', 'catalogo/rascunho/:id/pagina'],
    ...['contratos', 'conformidade', 'equipe', 'registro'],
  ])
  expect(opened.size).toBe(5)
})
