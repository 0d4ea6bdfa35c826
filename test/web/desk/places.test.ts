import { expect, test } from 'vitest'
import { type TeamRole, teamRoles } from '../../../src/core/roles.ts'
import { may, type Right, rights } from '../../../src/modules/team/public.ts'
import { deskPlaces } from '../../../src/web/copy/desk.ts'
import { isAt, placesOf, tabsOf } from '../../../src/web/desk/places.ts'
import { screens } from '../../../src/web/desk/screens.ts'
import { paths } from '../../../src/web/paths.ts'
import routes from '../../../src/web/routes.ts'
import { traitsAt } from '../../../src/web/routing/routing.ts'

const placesFor = (role: TeamRole) =>
  placesOf({ rights: (Object.keys(rights) as Right[]).filter((right) => may(role, right)) })

const current = (pathname: string) =>
  deskPlaces.filter((place) => isAt(place, pathname)).map(({ name }) => name)

test.each([
  [paths.desk(), ['queue']],
  [paths.deskOrder('RC-7K4P2'), ['orders']],
  // Screens that are reached from another place's screens.
  [paths.deskConversations(), ['messages']],
  [paths.deskConversation('x'), ['messages']],
  [paths.deskTemplates(), ['messages']],
  [paths.deskOffers(), ['proposals']],
  [paths.deskAccess(), []],
])('the navigation marks where %s is', (pathname, names) => {
  expect(current(pathname)).toEqual(names)
})

test.each(teamRoles)('the mobile tab bar has four places that the role %s may open', (role) => {
  const places = placesFor(role)
  const tabs = tabsOf(places, role)
  expect(new Set(tabs).size).toBe(4)
  expect(places).toEqual(expect.arrayContaining(tabs))
  expect(tabs[0]?.name).toBe('queue')
})

test('finance has the money in its tab bar', () => {
  expect(tabsOf(placesFor('finance'), 'finance').map(({ name }) => name)).toContain('money')
})

test.each(deskPlaces)('the place $name requires the right that its route declares', ({ href, right }) => {
  expect(traitsAt(href)).toMatchObject({ access: 'team', right })
})

test('every desk page is a screen that browsers load, and every screen is a page', () => {
  const pages = routes.filter(({ file, traits }) => traits.access === 'team' && file.endsWith('.tsx'))
  expect(Object.values(screens).map(({ path }) => path)).toEqual(
    expect.arrayContaining(pages.map(({ path }) => `/${path}`)),
  )
  expect(Object.keys(screens)).toHaveLength(pages.length)
})
