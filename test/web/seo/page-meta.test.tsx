import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, Meta } from 'react-router'
import { expect, test } from 'vitest'
import { companyOf, companySchema } from '../../../src/platform/config/company.ts'
import { pageMeta } from '../../../src/web/ui/page-meta.ts'

const root = (company = companyOf(companySchema.parse({}))) => [
  { id: 'root', loaderData: { publicUrl: 'https://exemplo.com.br', company } },
]
const page = { title: 'Limpeza de Nome', description: 'Descrição.', path: '/service/clean-name' }

test('the path of a service page selects its image and structured data', () => {
  const tags = pageMeta(root(), page)
  expect(tags).toContainEqual({
    property: 'og:image',
    content: 'https://exemplo.com.br/og/clean-name.png',
  })
  expect(tags).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://exemplo.com.br/service/clean-name',
  })
  expect(JSON.stringify(tags)).toContain('"@type":"Service"')
})

test('a link to a page is previewed large, in Portuguese of Brazil', () => {
  const tags = pageMeta(root(), page)
  expect(tags).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' })
  expect(tags).toContainEqual({ property: 'og:locale', content: 'pt_BR' })
})

/** One in robots.txt, one that may be crawled, and an unknown address. */
test.each(['/account', '/auth', '/xyz'])(
  '%s is noindex, without canonical URL and structured data',
  (path) => {
    const tags = JSON.stringify(pageMeta(root(), { ...page, path }))
    expect(tags).toContain('noindex')
    expect(tags).not.toContain('canonical')
    expect(tags).not.toContain('ld+json')
  },
)

test('a page without root data still has a title', () => {
  expect(pageMeta([undefined], page)).toContainEqual({ title: 'Limpeza de Nome · Recomeço' })
})

test('no text can close the script element of the structured data', () => {
  const evil = { ...companyOf(companySchema.parse({})), legalName: '</script><script>alert(1)</script>' }
  const Stub = createRoutesStub([
    { path: '/', meta: () => pageMeta(root(evil), page), Component: () => <Meta /> },
  ])
  const markup = renderToStaticMarkup(<Stub initialEntries={['/']} />)
  expect(markup).toContain('<script type="application/ld+json">')
  expect(markup).toContain('\\u003c/script\\u003e')
  expect(markup.match(/<\/script>/g)).toHaveLength(1)
})
