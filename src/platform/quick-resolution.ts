/**
 * Caches the resolution of imports of Drizzle. Node reads and parses the `exports` of a package again for each module in it and
 * for each import of it. Those of Drizzle are 170 KB and were parsed some 600 times at a start: half of its time. To be imported
 * before anything else, and by nothing that runs in a browser.
 */
import { type RegisterHooksOptions, registerHooks } from 'node:module'

type Resolve = NonNullable<RegisterHooksOptions['resolve']>

const folder = '/node_modules/drizzle-orm/'

/** Result for each specifier by which Drizzle is imported. */
const resolved = new Map<string, ReturnType<Resolve>>()

export const resolve: Resolve = (specifier, context, next) => {
  const { parentURL = '', conditions } = context
  if (!conditions.includes('import')) return next(specifier, context)
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

registerHooks({ resolve })
