import fc from 'fast-check'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '../../../src/web/routes.ts'
import { createMatcher } from '../../../src/web/routing/matcher.ts'
import { patternAt } from '../../../src/web/routing/routing.ts'

const table = routes.map(({ path }) => (path === undefined ? { index: true as const } : { path }))

/** Returns what React Router finds among all routes. */
function found<Route>(among: readonly Route[], pathname: string): Route | undefined {
  const all = among.map((route) => ({ ...route, handle: route })) as unknown as RouteObject[]
  return matchRoutes(all, pathname)?.at(-1)?.route.handle as Route | undefined
}

const words = routes.flatMap(({ path }) => path?.split('/') ?? [])
const segment = fc.oneof(
  fc.constantFrom(...new Set(words), '', '*', ':id', '%', '%2f', '%2e%2e', '-', 'x', 'ž', 'painel%2fpedidos'),
  fc.constantFrom(...words).map((word) => word.toUpperCase()),
  fc.constantFrom(...words).map((word) => `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`),
  fc.string({ maxLength: 6 }),
)
const pathname = fc
  .array(segment, { maxLength: 6 })
  .map((segments) => `http://localhost/${segments.join('/')}`)
  .filter((url) => URL.canParse(url))
  .map((url) => new URL(url).pathname)

test('matches any path as React Router does, however it is written', () => {
  const match = createMatcher(table)
  for (const { path } of table) expect(match(`/${path ?? ''}`)).toEqual(found(table, `/${path ?? ''}`))
  fc.assert(
    fc.property(pathname, (path) => {
      expect(match(path)).toEqual(found(table, path))
    }),
  )
})

test('also matches routes that begin with a parameter', () => {
  const some = [{ path: ':any/b' }, { path: 'a/:any' }, { path: 'a/b/c' }, { path: '*' }]
  const match = createMatcher(some)
  for (const path of ['/a/b', '/x/b', '/a/b/c', '/a/b/', '/A/x', '/x', '/'])
    expect([path, match(path)]).toEqual([path, found(some, path)])
})

test('the label of a path is a route’s pattern', () => {
  const patterns = new Set(routes.map(({ path }) => `/${path ?? ''}`))
  fc.assert(
    fc.property(pathname, (path) => {
      expect(patterns).toContain(patternAt(path))
    }),
  )
})
