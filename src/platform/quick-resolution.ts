/**
 * Resolves the imports between our own files, and those of Drizzle, without Node's search: it looks for the `package.json` above each
 * module again, and reads the `exports` of a package for each import of it. Those of Drizzle are 170 KB and were parsed some 600 times
 * at a start, which was half of its time; looking for ours was a fifth of what was left. To be imported before anything else, and by
 * nothing that runs in a browser.
 */
import { type RegisterHooksOptions, registerHooks } from 'node:module'

type Resolve = NonNullable<RegisterHooksOptions['resolve']>

const folder = '/node_modules/drizzle-orm/'

/** Result for each specifier by which Drizzle is imported. */
const resolved = new Map<string, ReturnType<Resolve>>()

export const resolve: Resolve = (specifier, context, next) => {
  const { parentURL = '', conditions } = context
  if (!conditions.includes('import')) return next(specifier, context)
  // Our own files import each other by full file names, and all of them are modules.
  if (/^\.\.?\/.*\.ts$/.test(specifier) && isOurs(parentURL))
    return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true }
  // The files of the package import each other by full file names.
  if (/^\.\.?\/.*\.js$/.test(specifier) && parentURL.includes(folder) && parentURL.endsWith('.js'))
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context)
  // Another package may have its own copy of Drizzle.
  if (parentURL.includes('/node_modules/')) return next(specifier, context)
  const known = resolved.get(specifier)
  if (known) return known
  const found = { ...next(specifier, context), format: 'module', shortCircuit: true }
  resolved.set(specifier, found)
  return found
}

function isOurs(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/')
}

registerHooks({ resolve })
