import type { href as routerHref } from 'react-router'

/**
 * Returns a path of routes.ts with its parameters filled in, with the types of React Router's `href`. React Router's own function
 * is in a module with the browser's history; since the desk runs the router, the browsers of all other pages would load that
 * module for their links. test/web/href.test.ts compares the two.
 *
 * @throws Error when a parameter is missing
 */
export const href: typeof routerHref = (path, ...args) => {
  const params = (args[0] ?? {}) as Readonly<Record<string, string | null | undefined>>
  const filled = path.replace(/\/*\*?$/, '').replace(/\/:([\w-]+)(\?)?/g, (_, name: string, optional) => {
    const value = params[name]
    if (value === undefined && !optional) throw new Error(`'${path}' requires the parameter '${name}'`)
    return value === undefined || value === null ? '' : `/${encodeParam(value)}`
  })
  const rest = path.endsWith('*') ? params['*'] : undefined
  const splat = rest === undefined || rest === null ? '' : `/${rest.split('/').map(encodeParam).join('/')}`
  return filled + splat || '/'
}

/** Encodes a parameter, except for characters that a path segment may contain unencoded (RFC 3986): `$ & + , ; = : @`. */
function encodeParam(value: string): string {
  return encodeURIComponent(value).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
}
