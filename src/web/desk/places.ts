import type { TeamRole } from '../../modules/team/public.ts'
import { deskPlaces } from '../copy/desk.ts'
import type { DeskFrame } from './answers.ts'

/** One of the desk's places, as its rail lists them. */
export type Place = (typeof deskPlaces)[number]

/** What the bar at the thumb has room for, beside 'Mais'. */
const TABS = 4

/** What a role does all day and the order of the rail would leave behind 'Mais'. */
const daily: { readonly [role in TeamRole]?: readonly Place['name'][] } = {
  finance: ['queue', 'money', 'orders', 'customers'],
}

/** The places that the member may open. */
export function placesOf({ rights }: Pick<DeskFrame, 'rights'>): Place[] {
  return deskPlaces.filter(({ right }) => rights.includes(right))
}

/** Those of the bar at the thumb. */
export function tabsOf(places: readonly Place[], role: TeamRole): Place[] {
  const names = daily[role]
  if (!names) return places.slice(0, TABS)
  return names.flatMap((name) => places.filter((place) => place.name === name))
}

/** Whether an address is in a place: its own screens, and those that are reached from it. The queue is where the others begin. */
export function isAt(place: Place, pathname: string): boolean {
  if (place.name === 'queue') return pathname === place.href
  const roots: readonly string[] = [place.href, ...('also' in place ? place.also : [])]
  return roots.some((root) => pathname === root || pathname.startsWith(`${root}/`))
}
