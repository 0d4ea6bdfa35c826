import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { IsoDate } from '../../core/calendar.ts'
import type { Right } from '../../modules/team/public.ts'

/** The properties of a route: access, indexing, request body. Declared once, in src/web/routes.ts. */
export interface RouteTraits {
  /**
   * Who may open it. `signed-in` is enforced for every method before the route runs. `by-route`: the route checks a
   * signed cookie, a secret in the URL or the session itself. `demo`: only with the payment simulator. `team`: an open desk
   * session of a role with `right`; `team-door`: an account of the team that has not entered its second factor yet. To
   * everybody else these two are unknown paths. `invited`: whoever has the secret of an open invitation; any other is of an
   * unknown path.
   */
  access: 'everyone' | 'signed-in' | 'by-route' | 'demo' | 'team' | 'team-door' | 'invited'
  /** What a screen of the desk takes. */
  right?: Right
  /**
   * Indexing. `listed` is in the sitemap with the date its content last changed; `unlisted` may be
   * crawled and is `noindex`; `closed` is disallowed in robots.txt.
   */
  robots: { listed: IsoDate } | 'unlisted' | 'closed'
  /**
   * For whom a page is made. `everybody`: without our cookies and without a query everybody gets the same bytes, which
   * depend on the build, the configuration and the day alone; they are made once. `visitor`: for each request.
   */
  madeFor: 'everybody' | 'visitor'
  /**
   * The body of a POST. `form`: our own form, validated as readable before the route runs. `upload`: our own form, which
   * the route reads as a stream. `signed`: a webhook whose signature the route verifies; exempt from the same-origin check.
   */
  body: 'form' | 'upload' | 'signed'
  /** The maximum size of a request body, in bytes. */
  maxBodyBytes: number
  /** The maximum number of fields of a `form`. */
  maxFields: number
  /** Whether the files of a `form` are read with it; elsewhere they are left out. */
  takesFiles?: boolean
}

export type RouteEntry = RouteConfigEntry & { traits: RouteTraits }

const KB = 1024

/** Enough for every form and every webhook of a payment provider. */
const form = { body: 'form', maxBodyBytes: 256 * KB, maxFields: 100 } as const

/** A public page, the same for everybody, in the sitemap with the date its content last changed. */
export function listed(
  path: string,
  file: string,
  changed: IsoDate,
  limits: Partial<ReturnType<typeof withFile>> = {},
): RouteEntry {
  return entry(path, file, {
    ...form,
    ...limits,
    access: 'everyone',
    robots: { listed: changed },
    madeFor: 'everybody',
  })
}

/** Public, and `noindex`. */
export function unlisted(
  path: string,
  file: string,
  { madeFor = 'visitor' }: Partial<Pick<RouteTraits, 'madeFor'>> = {},
): RouteEntry {
  return entry(path, file, { ...form, access: 'everyone', robots: 'unlisted', madeFor })
}

/** The same page for everybody without our cookies. */
export const forEverybody = { madeFor: 'everybody' } as const

/** Public, and disallowed in robots.txt. */
export function closed(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'everyone', robots: 'closed', madeFor: 'visitor' })
}

/** Requires a signed-in user; others are redirected to sign in and come back. */
export function signedIn(path: string, file: string, limits: Partial<typeof list> = {}): RouteEntry {
  return entry(path, file, { ...form, ...limits, access: 'signed-in', robots: 'closed', madeFor: 'visitor' })
}

/** Private; the route itself checks access. */
export function checkedByRoute(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'by-route', robots: 'closed', madeFor: 'visitor' })
}

/** For a form with two fields for each instalment of a customer: as many as fit its size. */
export const list = { maxFields: 5_000 } as const

/** Accepts files from a signed-in user, up to `maxBodyBytes` per request. */
export function upload(path: string, file: string, maxBodyBytes: number): RouteEntry {
  const traits = { access: 'signed-in', robots: 'closed', madeFor: 'visitor', body: 'upload' } as const
  return entry(path, file, { ...traits, maxBodyBytes, maxFields: form.maxFields })
}

/** A webhook: another server posts signed messages. */
export function signedByMachine(
  path: string,
  file: string,
  limits: Partial<Pick<RouteTraits, 'maxBodyBytes'>> = {},
): RouteEntry {
  return entry(path, file, {
    ...form,
    ...limits,
    access: 'by-route',
    robots: 'closed',
    madeFor: 'visitor',
    body: 'signed',
  })
}

/** For development and demonstrations: exists only with the payment simulator. */
export function demoOnly(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'demo', robots: 'closed', madeFor: 'visitor' })
}

/** A screen of the desk, for roles with a right. Not in robots.txt, which would tell where it is. */
export function desk(
  path: string,
  file: string,
  right: Right,
  limits: Partial<Pick<RouteTraits, 'maxFields' | 'maxBodyBytes' | 'takesFiles'>> = {},
): RouteEntry {
  return entry(path, file, {
    ...form,
    ...limits,
    access: 'team',
    right,
    robots: 'unlisted',
    madeFor: 'visitor',
  })
}

/** For a form of the desk with one file of up to `maxFileBytes`. */
export function withFile(maxFileBytes: number) {
  return { takesFiles: true, maxBodyBytes: form.maxBodyBytes + maxFileBytes } as const
}

/** Where a member of the team enters the second factor, or leaves. */
export function deskDoor(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'team-door', robots: 'unlisted', madeFor: 'visitor' })
}

/** An invitation, by the secret in its URL; not in robots.txt. */
export function invited(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'invited', robots: 'unlisted', madeFor: 'visitor' })
}

function entry(path: string, file: string, traits: RouteTraits): RouteEntry {
  return path === '' ? { index: true, file, traits } : { path, file, traits }
}
