import type { TeamRole } from '../../core/roles.ts'
import { deskPlaces } from '../copy/desk.ts'
import type { IconName } from '../ui/icon.tsx'
import type { DeskFrame } from './answers.ts'

/** A place of the desk, as listed in the navigation rail. */
export type Place = (typeof deskPlaces)[number]

/** Number of places that fit in the bottom bar, beside 'Mais'. */
const TABS = 4

/** Places in the bottom bar of roles whose daily work the order of the rail would otherwise put behind 'Mais'. */
const daily: { readonly [role in TeamRole]?: readonly Place['name'][] } = {
  finance: ['queue', 'money', 'orders', 'customers'],
}

/** Icons of the places that may be in the bottom bar, where nothing waits. */
const icons: { readonly [name in Place['name']]?: IconName } = {
  queue: 'clock',
  orders: 'file',
  customers: 'user',
  lookups: 'search',
  money: 'wallet',
}

/** Returns the icon of a place of the bottom bar. */
export function iconOf({ name }: Place): IconName {
  return icons[name] ?? 'file'
}

/** Returns the places that the member may open. */
export function placesOf({ rights }: Pick<DeskFrame, 'rights'>): Place[] {
  return deskPlaces.filter(({ right }) => rights.includes(right))
}

/** Returns the places of the bottom bar. */
export function tabsOf(places: readonly Place[], role: TeamRole): Place[] {
  const names = daily[role]
  if (!names) return places.slice(0, TABS)
  return names.flatMap((name) => places.filter((place) => place.name === name))
}

/**
 * Checks whether an address belongs to a place: its own screens, and those that are reached from it. Only the exact address
 * belongs to the queue, because all other addresses begin with it.
 */
export function isAt(place: Place, pathname: string): boolean {
  if (place.name === 'queue') return pathname === place.href
  const roots: readonly string[] = [place.href, ...('also' in place ? place.also : [])]
  return roots.some((root) => pathname === root || pathname.startsWith(`${root}/`))
}
