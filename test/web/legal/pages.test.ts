// Databases: one
import { expect, test } from 'vitest'
import { publicPages } from '../../../src/web/routing/routing.ts'
import { publicUrl, webWith } from '../../support/web.ts'

const web = webWith({
  '/privacidade': () => import('../../../src/web/routes/content/privacy.tsx'),
  '/termos': () => import('../../../src/web/routes/content/terms.tsx'),
  '/sitemap.xml': () => import('../../../src/web/routes/seo/sitemap.ts'),
  '/robots.txt': () => import('../../../src/web/routes/seo/robots.ts'),
})

test.for([
  ['/privacidade', 'Política de Privacidade', '/termos'],
  ['/termos', 'Termos de Uso', '/privacidade'],
] as const)('%s has its content, canonical URL and preview image', async ([path, title, other]) => {
  const answer = await web.browser().get(path)
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain(`<h1>${title}</h1>`)
  expect(html).toContain(`<link rel="canonical" href="${publicUrl}${path}"/>`)
  expect(html).toContain(`<meta property="og:image" content="${publicUrl}/og/recomeco.png"/>`)
  expect(html).toContain(`href="${other}"`)
  expect(html).not.toContain('noindex')
})

test('every entry of the table of contents has its section, and no link markup remains in a text', async () => {
  for (const path of ['/privacidade', '/termos']) {
    const html = await (await web.browser().get(path)).text()
    const anchors = [...html.matchAll(/href="#([a-z-]+)"/g)]
      .map(([, id]) => id)
      .filter((id) => id !== 'conteudo')
    expect(anchors.length).toBeGreaterThan(10)
    for (const id of anchors) expect(html).toContain(`<section id="${id}"`)
    expect(html).not.toContain('](')
  }
})

test('the page shows company, CNPJ, address and contacts from the configuration', async () => {
  const html = await (await web.browser().get('/termos')).text()
  const { legalName, cnpj, address, email, dpoEmail, pixKey } = web.app.config.company
  for (const fact of [legalName, cnpj, address, email, dpoEmail, pixKey]) expect(html).toContain(fact)
})

test('the sitemap and robots.txt have their content types and the public URL', async () => {
  const sitemap = await web.browser().get('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const xml = await sitemap.text()
  for (const { path } of publicPages) expect(xml).toContain(`<loc>${publicUrl}${path}</loc>`)

  const robots = await web.browser().get('/robots.txt')
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await robots.text()).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
})
