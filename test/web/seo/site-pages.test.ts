import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { consultations, services } from '../../../src/modules/catalogue/public.ts'
import { robotsTxt } from '../../../src/web/seo/robots.ts'
import { closedPaths, isClosed, publicPages, unlistedPaths } from '../../../src/web/seo/site-pages.ts'
import { sitemapXml } from '../../../src/web/seo/sitemap.ts'

const listed = new Set(publicPages.map(({ path }) => path))

test('the sitemap lists every page for everybody once, with the day it changed', () => {
  const xml = sitemapXml('https://exemplo.com.br', publicPages)
  const found = [...xml.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod><\/url>/g)]
  expect(found.map(([, address]) => address)).toEqual(
    publicPages.map(({ path }) => `https://exemplo.com.br${path}`),
  )
  expect(listed.size).toBe(publicPages.length)
  for (const { route } of [...services, ...consultations]) expect(listed).toContain(route)
})

test('an address with a sign of XML in it is written as text', () => {
  expect(sitemapXml('https://exemplo.com.br', [{ path: '/a?b&c', changed: '2026-11-21' }])).toContain(
    'b&#38;c',
  )
})

test('robots keep out of what is private and are told where the sitemap is', () => {
  const robots = robotsTxt('https://exemplo.com.br', closedPaths)
  for (const path of ['/account', '/contract', '/payment', '/tracking', '/painel', '/dev']) {
    expect(robots).toContain(`Disallow: ${path}\n`)
  }
  expect(robots).toContain('Sitemap: https://exemplo.com.br/sitemap.xml\n')
})

test('no page for everybody is closed to robots', () => {
  expect(publicPages.filter(({ path }) => isClosed(path))).toEqual([])
})

test('every screen of the product is listed, closed or unlisted on purpose', async () => {
  const { default: table } = await import('../../../src/web/routes.ts')
  const aliases = services.flatMap(({ aliases = [] }) => aliases)
  const known = (path: string) =>
    listed.has(path) || isClosed(path) || unlistedPaths.includes(path) || aliases.includes(path)
  const forgotten = pathsOf(table as RouteConfigEntry[]).filter((path) => !known(path))
  expect(forgotten, 'say in src/web/seo/site-pages.ts what these are').toEqual([])
})

/** The paths of all screens: files for machines (.ts modules) show nothing. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const here = path ? `${parent}/${path}` : parent
    const screen = file.endsWith('.tsx') && !here.includes('*') && children.length === 0
    return [...(screen ? [here || '/'] : []), ...pathsOf(children, here)]
  })
}
