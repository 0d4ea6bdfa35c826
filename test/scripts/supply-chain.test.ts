import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'
import { secretsIn } from '../../scripts/lib/secrets.ts'
import {
  type LockedPackage,
  nameOf,
  problemsOf,
  readLockfile,
  sbomOf,
} from '../../scripts/supply-chain/lockfile.ts'
import { readSignatures, readVulnerabilities } from '../../scripts/supply-chain/registry.ts'

const lockfile = readLockfile()
const sound: LockedPackage = { version: '1.2.3', integrity: `sha512-${'A'.repeat(86)}==`, license: 'MIT' }

test('every locked package has its hash, an exact version, a registry, an allowed licence and no install script', () => {
  expect(Object.keys(lockfile).length).toBeGreaterThan(300)
  expect(problemsOf(lockfile)).toEqual([])
})

test('a package that replaces another has its own name', () => {
  const instead = { ...sound, name: 'empty-module' }
  const sbom = sbomOf({ 'node_modules/@a/b': instead }, { version: '1.0.0', now: new Date(0) })
  expect(sbom).toMatchObject({ components: [{ name: 'empty-module', purl: 'pkg:npm/empty-module@1.2.3' }] })
  expect(problemsOf({ 'node_modules/@a/b': { ...instead, hasInstallScript: true } })).toEqual([
    'empty-module: brings an install script',
  ])
})

test('no production package has an install script', () => {
  const production = Object.entries(lockfile).filter(([, { dev }]) => !dev)
  expect(production.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
})

test('detects each fault of a lockfile', () => {
  const planted = (change: Partial<LockedPackage>) =>
    problemsOf({ 'node_modules/a': { ...sound, ...change } })
  expect(planted({})).toEqual([])
  expect(planted({ integrity: 'sha1-AAAA' })).toEqual(['a: no SHA-512 of its content'])
  expect(planted({ version: 'latest' })).toEqual(['a: no exact version'])
  expect(planted({ resolved: 'git+ssh://git@exemplo.com.br/a.git' })).toEqual(['a: not from a registry'])
  for (const resolved of ['https://registry.npmjs.org.exemplo.com.br/a.tgz', 'https://exemplo.com.br/a.tgz'])
    expect(planted({ resolved })).toEqual(['a: not from a registry'])
  expect(planted({ resolved: 'https://registry.npmjs.org/a/-/a-1.2.3.tgz' })).toEqual([])
  expect(planted({ license: 'AGPL-3.0' })).toEqual([
    'a: its licence (AGPL-3.0) is not among the allowed ones',
  ])
  expect(planted({ license: '(MIT AND GPL-3.0)' })).toHaveLength(1)
  expect(planted({ license: '(GPL-3.0 OR MIT)' })).toEqual([])
  expect(planted({ hasInstallScript: true })).toEqual(['a: brings an install script'])
  const { license: _, ...unlicensed } = sound
  expect(problemsOf({ 'node_modules/x/node_modules/b': unlicensed })).toHaveLength(1)
  expect(problemsOf({ 'node_modules/esbuild': { ...sound, hasInstallScript: true } })).toHaveLength(1)
})

test('the bill of materials names every package with its version, hash and licence', () => {
  const sbom = sbomOf(lockfile, { version: '1.0.0', now: new Date(0) }) as {
    specVersion: string
    components: {
      name: string
      purl: string
      hashes: { content: string }[]
      licenses: { expression: string }[]
    }[]
  }
  expect(sbom.specVersion).toBe('1.6')
  expect(sbom.components.map(({ name }) => name)).toEqual(
    Object.entries(lockfile).map(([folder, entry]) => nameOf(folder, entry)),
  )
  for (const { purl, hashes, licenses } of sbom.components) {
    expect(purl).toMatch(/^pkg:npm\/(?:%40[^/]+\/)?[^/@]+@\d/)
    expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/)
    expect(licenses[0]?.expression).toMatch(/^(?!unknown)[\w.() -]+$/)
    expect(licenses[0]?.expression).not.toContain(' and ')
  }
})

test('an unavailable registry is neither good nor bad, and a bad signature is a fault', () => {
  const signed = readSignatures('{"invalid": [], "missing": []}')
  expect(signed).toEqual({ isWrong: false, isChecked: true, words: 'every package is signed' })
  const bad = readSignatures('{"invalid": [{"name": "a", "version": "1.0.0"}], "missing": []}')
  expect(bad).toEqual({ isWrong: true, isChecked: true, words: 'a@1.0.0: invalid signature' })
  expect(readSignatures('{"invalid": [], "missing": [{"name": "b", "version": "2.0.0"}]}').isWrong).toBe(true)

  const silent = readSignatures('{"error": {"code": "ENOTFOUND", "summary": "nobody there"}}')
  expect(silent).toEqual({
    isWrong: false,
    isChecked: false,
    words: 'NOT CHECKED: nobody answered (nobody there)',
  })
  expect(readSignatures('').words).toContain('no answer in time')
})

test('a serious vulnerability is a fault, however it is worded; a registry without that service is none', () => {
  const audit = (counts: object, vulnerabilities: object) =>
    readVulnerabilities(JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: counts } }))
  expect(audit({ high: 0, critical: 0 }, {})).toEqual({
    isWrong: false,
    isChecked: true,
    words: 'none known',
  })
  expect(audit({ high: 1, critical: 1 }, { endpoint: {}, b404: {} })).toEqual({
    isWrong: true,
    isChecked: true,
    words: '2 grave of 2: endpoint, b404',
  })
  expect(audit({ moderate: 1, high: 0, critical: 0 }, { c: {} }).isWrong).toBe(false)
  const silent = readVulnerabilities('{"message": "405 Method Not Allowed", "statusCode": 405}')
  expect(silent).toEqual({
    isWrong: false,
    isChecked: false,
    words: 'NOT CHECKED: nobody answered (405 Method Not Allowed)',
  })
})

/** Files that look like a secret and contain none. */
const known: readonly RegExp[] = [
  // Made for tests and not trusted anywhere.
  /^test\/support\/test-only-certificates\//,
  // An address with a password, to show that no log contains it.
  /^test\/platform\/telemetry\/log\.test\.ts$/,
]

test('no file of the repository contains anything like a secret', () => {
  const folders = [
    'src',
    'ops',
    'test',
    'e2e',
    'bench',
    'scripts',
    'simulator',
    'migrations',
    'docs',
    'public',
    '.ci',
  ]
  const files = globSync([`{${folders.join(',')}}/**/*`, '*.*', '.*'], { cwd: inRoot() }).filter(
    (path) => !known.some((form) => form.test(path)),
  )
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((path) => {
    const place = inRoot(path)
    if (!statSync(place, { throwIfNoEntry: false })?.isFile()) return []
    const content = readFileSync(place)
    // Pictures and fonts are nine tenths of the repository, and no text.
    if (content.includes(0)) return []
    return secretsIn(content.toString()).map(({ line, what }) => `${path}:${line}: ${what}`)
  })
  expect(found).toEqual([])
})

test('detects each form of a secret', () => {
  // Assembled here, so that this file contains none.
  const planted = [
    ['-----BEGIN RSA ', 'PRIVATE KEY-----'],
    ['AKIA', 'ABCDEFGHIJKLMNOP'],
    ['ghp_', 'a'.repeat(36)],
    ['APP_USR-', `1234567890123456-112233-${'a'.repeat(32)}-1`],
    ['npm_', 'a'.repeat(36)],
    ['xoxb-', '1'.repeat(24)],
    ['EAA', 'b'.repeat(90)],
    ['AIza', 'c'.repeat(35)],
    ['sk_live_', 'd'.repeat(24)],
    [`eyJ${'e'.repeat(24)}.`, `eyJ${'e'.repeat(24)}.${'f'.repeat(24)}`],
    ['postgres://loja:', 'Xk29fjwQmz@db.exemplo.com.br/loja'],
  ].map((parts) => parts.join(''))
  for (const secret of planted)
    expect([secret, secretsIn(`x\n${secret}`)]).toMatchObject([secret, [{ line: 2 }]])
  expect(secretsIn('postgres://loja:senha-da-loja@127.0.0.1/loja')).toEqual([])
})
