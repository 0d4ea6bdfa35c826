/**
 * Resolves imports without Node's search, which looks for the `package.json` above each module again, and reads the `exports` of a
 * package for each import of it: those between our own files, those between the files of some packages, and those of Drizzle. The
 * `exports` of Drizzle are 170 KB and were parsed some 600 times at a start, which was half of its time; the others were an eighth of
 * the rest. To be imported before anything else, and by nothing that runs in a browser.
 */
import { type RegisterHooksOptions, registerHooks } from 'node:module'

type Resolve = NonNullable<RegisterHooksOptions['resolve']>

/** Packages of many modules, whose files import each other by full file names. */
const packages = /\/node_modules\/(drizzle-orm|pg-boss|zod)\/.*\.js$/

/** Result for each specifier by which Drizzle is imported. */
const resolved = new Map<string, ReturnType<Resolve>>()

export const resolve: Resolve = (specifier, context, next) => {
  const { parentURL = '', conditions } = context
  if (!conditions.includes('import')) return next(specifier, context)
  // Our own files do so too, and all of them are modules.
  const [, extension] = /^\.\.?\/.*\.(ts|js)$/.exec(specifier) ?? []
  if (extension && (isOurs(parentURL) || (extension === 'js' && packages.test(parentURL)))) {
    const format = extension === 'ts' ? 'module-typescript' : 'module'
    return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
  }
  if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context)
  // Another package may have its own copy of Drizzle.
  if (!isOurs(parentURL)) return next(specifier, context)
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
