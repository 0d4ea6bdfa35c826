import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { IsoDate } from '../../core/calendar.ts'
import type { Right } from '../../modules/team/public.ts'

/** Properties of a route: access, indexing, request body. Declared once, in src/web/routes.ts. */
export interface RouteTraits {
  /**
   * Who may open the route. `signed-in` is enforced for every method before the route runs. `by-route`: the route checks a signed
   * cookie, a secret in the URL or the session itself. `demo`: only with the payment simulator, otherwise an unknown path. `team`: an open desk session of a
   * role with `right`; `team-door`: a team account that has not entered its second factor yet. For everybody else these two are
   * unknown paths. `invited`: any holder of the secret of an open invitation; with any other secret it is an unknown path.
   */
  access: 'everyone' | 'signed-in' | 'by-route' | 'demo' | 'team' | 'team-door' | 'invited'
  /** The right that a screen of the desk requires. */
  right?: Right
  /**
   * Indexing. `listed` is in the sitemap with the date its content last changed; `unlisted` may be
   * crawled and is `noindex`; `closed` is disallowed in robots.txt.
   */
  robots: { listed: IsoDate } | 'unlisted' | 'closed'
  /**
   * For whom a page is rendered. `everybody`: without our cookies and without a query everybody gets the same bytes, which depend
   * only on the build, the configuration and the day; they are rendered once. `visitor`: rendered for each request.
   */
  madeFor: 'everybody' | 'visitor'
  /**
   * The body of a POST. `form`: our own form, validated as readable before the route runs. `upload`: our own form, which
   * the route reads as a stream. `signed`: a webhook whose signature the route verifies; exempt from the same-origin check.
   */
  body: 'form' | 'upload' | 'signed'
  /** Maximum size of a request body, in bytes. */
  maxBodyBytes: number
  /** For an `upload`: maximum size of a file. The route reads one file at a time. */
  maxFileBytes?: number
  /** Maximum number of fields of a `form`. */
  maxFields: number
  /** Maximum size of the text fields of a `form`, in bytes; by default all of its body. */
  maxTextBytes?: number
  /** Whether the files of a `form` are read with it; otherwise they are ignored. */
  takesFiles?: boolean
  /** Whether a device stores the page for a day, for use without network: due payments, codes, steps and the contract. */
  isKept?: boolean
  /** Whether people arrive on the page, not in the middle of something: it reminds of a hiring that waits. */
  isArrival?: boolean
}

export type RouteEntry = RouteConfigEntry & { traits: RouteTraits }

const KB = 1024

/** Large enough for every form and every webhook of a payment provider. */
const form = { body: 'form', maxBodyBytes: 256 * KB, maxFields: 100 } as const

/** Declares a public page, the same for everybody, in the sitemap with the date its content last changed. */
export function listed(
  path: string,
  file: string,
  changed: IsoDate,
  extra: Partial<Pick<RouteTraits, 'takesFiles' | 'maxBodyBytes' | 'isArrival'>> = {},
): RouteEntry {
  return entry(path, file, {
    ...form,
    ...extra,
    access: 'everyone',
    robots: { listed: changed },
    madeFor: 'everybody',
  })
}

/** Declares a public page that is `noindex`. */
export function unlisted(
  path: string,
  file: string,
  { madeFor = 'visitor' }: Partial<Pick<RouteTraits, 'madeFor'>> = {},
): RouteEntry {
  return entry(path, file, { ...form, access: 'everyone', robots: 'unlisted', madeFor })
}

/** Trait of a page that is the same for everybody without our cookies. */
export const forEverybody = { madeFor: 'everybody' } as const

/** Declares a public page that is disallowed in robots.txt. */
export function closed(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'everyone', robots: 'closed', madeFor: 'visitor' })
}

/** Declares a page that requires a signed-in user; others are redirected to sign in and return. */
export function signedIn(
  path: string,
  file: string,
  extra: Partial<Pick<RouteTraits, 'maxFields' | 'isKept' | 'isArrival'>> = {},
): RouteEntry {
  return entry(path, file, { ...form, ...extra, access: 'signed-in', robots: 'closed', madeFor: 'visitor' })
}

/** Declares a private page; the route itself checks access. */
export function checkedByRoute(
  path: string,
  file: string,
  extra: Pick<RouteTraits, 'isKept'> = {},
): RouteEntry {
  return entry(path, file, { ...form, ...extra, access: 'by-route', robots: 'closed', madeFor: 'visitor' })
}

/** Trait of a page that a device stores for a day. */
export const kept = { isKept: true } as const

/** Trait of a page on which people arrive. */
export const arrival = { isArrival: true } as const

/** Limits of a form with two fields for each instalment of a customer: as many as fit its size. */
export const list = { maxFields: 5_000 } as const

/** Declares a route that accepts files from a signed-in user, one after the other, up to `maxBodyBytes` per request. */
export function upload(
  path: string,
  file: string,
  limits: Required<Pick<RouteTraits, 'maxBodyBytes' | 'maxFileBytes'>>,
): RouteEntry {
  const traits = { access: 'signed-in', robots: 'closed', madeFor: 'visitor', body: 'upload' } as const
  return entry(path, file, { ...traits, ...limits, maxFields: form.maxFields })
}

/** Declares a webhook: another server posts signed messages. */
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

/** Declares a page for development and demonstrations: it exists only with the payment simulator. */
export function demoOnly(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'demo', robots: 'closed', madeFor: 'visitor' })
}

/** Declares a screen of the desk, for roles with a right. Not in robots.txt, which would reveal its path. */
export function desk(
  path: string,
  file: string,
  right: Right,
  limits: Partial<Pick<RouteTraits, 'maxFields'> & ReturnType<typeof withFile>> = {},
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

/** Returns the limits of a form with one file of up to `maxFileBytes`; its text is as limited as that of any form. */
export function withFile(maxFileBytes: number) {
  const maxTextBytes = form.maxBodyBytes
  return { takesFiles: true, maxTextBytes, maxBodyBytes: maxTextBytes + maxFileBytes } as const
}

/** Declares a page on which a team member enters the second factor, or leaves. */
export function deskDoor(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'team-door', robots: 'unlisted', madeFor: 'visitor' })
}

/** Declares the page of an invitation, by the secret in its URL; not in robots.txt. */
export function invited(path: string, file: string): RouteEntry {
  return entry(path, file, { ...form, access: 'invited', robots: 'unlisted', madeFor: 'visitor' })
}

function entry(path: string, file: string, traits: RouteTraits): RouteEntry {
  return path === '' ? { index: true, file, traits } : { path, file, traits }
}
