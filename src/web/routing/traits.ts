import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { IsoDate } from '../../core/calendar.ts'

/** What a route is, for whatever treats routes differently by it. Declared once, in src/web/routes.ts. */
export interface RouteTraits {
  /**
   * Who may open it. `signed-in` is enforced for every method before the route runs. `by-route`: the route checks a
   * signed cookie, a secret in the address or the session itself. `demo`: only with the payment simulator.
   */
  access: 'everyone' | 'signed-in' | 'by-route' | 'demo'
  /**
   * What search engines may do. `listed` is in the sitemap with the day its content last changed; `unlisted` may be
   * visited and asks not to be indexed; `closed` is in robots.txt.
   */
  robots: { listed: IsoDate } | 'unlisted' | 'closed'
  /**
   * What a POST carries. `form`: a form of ours, read once before the route runs. `upload`: a form of ours that the route
   * reads part by part. `signed`: another machine's message with a signature that the route verifies; exempt from the
   * same-origin check.
   */
  body: 'form' | 'upload' | 'signed'
  /** How many bytes a request body may have. */
  maxBodyBytes: number
}

export type RouteEntry = RouteConfigEntry & { traits: RouteTraits }

const KB = 1024
const MB = 1024 * KB

/** Enough for every form, and for every message of a payment provider. */
const form = { body: 'form', maxBodyBytes: 256 * KB } as const

/** A page for everybody, in the sitemap with the day its content last changed. */
export function listed(path: string, file: string, changed: IsoDate): RouteEntry {
  return entry(path, file, { ...form, access: 'everyone', robots: { listed: changed } })
}

/** Open to everybody, of no use in a search. */
export function unlisted(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'everyone', robots: 'unlisted' })
}

/** Open to everybody, of no use to a robot. */
export function closed(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'everyone', robots: 'closed' })
}

/** For whoever is signed in; anybody else signs in first and comes back. */
export function signedIn(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'signed-in', robots: 'closed' })
}

/** A person's own, where the route itself decides who that is. */
export function checkedByRoute(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'by-route', robots: 'closed' })
}

/** Takes files from whoever is signed in, `maxMegabytes` a request. */
export function upload(path: string, file: string, maxMegabytes: number): RouteEntry {
  const traits = { access: 'signed-in', robots: 'closed', body: 'upload' } as const
  return entry(path, file, { ...traits, maxBodyBytes: maxMegabytes * MB })
}

/** Posted to by another machine, which signs what it sends. */
export function signedByMachine(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'by-route', robots: 'closed', body: 'signed' })
}

/** For developing and trying: answers only with the payment simulator. */
export function demoOnly(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'demo', robots: 'closed' })
}

function entry(path: string, file: string, traits: RouteTraits): RouteEntry {
  return path === '' ? { index: true, file, traits } : { path, file, traits }
}
