import fc from 'fast-check'
import { href as routerHref } from 'react-router'
import { expect, test } from 'vitest'
import { href } from '../../src/web/href.ts'
import routes from '../../src/web/routes.ts'
import { anyCharacter } from '../support/any-character.ts'

type Href = (path: string, params?: Record<string, string>) => string

const patterns = routes.map(({ path = '' }) => `/${path}`)

test('fills in the parameters of every route as React Router does', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns),
      fc.string({ unit: anyCharacter, minLength: 1 }),
      (pattern, text) => {
        const names = [...pattern.matchAll(/:(\w+)|\*/g)].map(([all, name = all]) => name)
        const params = Object.fromEntries(names.map((name) => [name, text]))
        const filledBy = (build: Href) => {
          try {
            return build(pattern, params)
          } catch (error) {
            return (error as Error).name
          }
        }
        expect(filledBy(href as Href)).toBe(filledBy(routerHref as Href))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a missing parameter is an error, never a path without it', () => {
  expect(() => (href as Href)('/consulta/:key', {})).toThrow('key')
})
