import { cookiePairs, cookieValue } from '../../core/cookie.ts'
import { type Cookies, hasSiteCookies } from './cookies.server.ts'

/** A request whose cookies all have the current names and values, and the cookies that its response must set. */
export interface Upgraded {
  request: Request
  /** Adds the new cookies to the response, except those that the response sets itself, and removes the old ones. */
  applyTo(response: Response): void
}

const unchanged = { applyTo() {} }

/**
 * Replaces the cookies of an earlier release with current ones, so that an upgrade loses no hiring in progress. Old cookies are
 * known only here: pages see the new ones. An old cookie beside a new one is only removed.
 */
export function upgradeCookies(request: Request, cookies: Cookies): Upgraded {
  const header = request.headers.get('cookie')
  if (!header || !hasSiteCookies(header)) return { request, ...unchanged }
  const found = Object.values(cookies).flatMap((cookie) => {
    const old = cookie.parseOld(header)
    return old ? [{ name: cookie.name, remove: old.remove, set: cookie.serialize(old.value) }] : []
  })
  if (found.length === 0) return { request, ...unchanged }

  const isNew = ({ name, remove }: { name: string; remove?: string | undefined }) =>
    remove === undefined || cookieValue(header, name) === undefined
  const fresh = found.filter(isNew)
  const replaced = new Set([...fresh.map(({ name }) => name), ...found.map(({ remove }) => nameOf(remove))])
  const others = cookiePairs(header).filter((pair) => !replaced.has(nameOf(pair)))
  const headers = new Headers(request.headers)
  headers.set('cookie', [...fresh.map(({ set }) => set.split(';', 1)[0]), ...others].join('; '))
  return {
    request: new Request(request, { headers }),
    applyTo(response) {
      const set = response.headers.getSetCookie()
      for (const { name, set: cookie } of fresh) {
        if (!set.some((one) => one.startsWith(`${name}=`))) response.headers.append('Set-Cookie', cookie)
      }
      for (const { remove } of found) if (remove) response.headers.append('Set-Cookie', remove)
    },
  }
}

function nameOf(pair = ''): string {
  return pair.split('=', 1)[0] ?? ''
}
