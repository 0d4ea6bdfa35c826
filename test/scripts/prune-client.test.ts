import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pruneClient } from '../../scripts/lib/prune-client.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

test('keeps referenced assets, also transitively; removes route scripts', () => {
  write({
    'server/index.js': 'routes: "/assets/home-1.js", "/assets/shared-1.js"; css: "/assets/app-1.css"',
    'client/assets/entry.client-1.js': 'import("./masks-1.js")',
    'client/assets/masks-1.js': 'import{a}from"./text-1.js"',
    'client/assets/text-1.js': '',
    'client/assets/app-1.css': 'url(/assets/face-1.woff2)',
    'client/assets/face-1.woff2': '',
    'client/assets/unused-1.svg': '',
    'client/assets/home-1.js': 'import"./shared-1.js";import"./text-1.js"',
    'client/assets/shared-1.js': '',
    'client/assets/manifest-1.js': 'home-1.js',
    'client/icon.png': '',
  })
  expect(pruneClient(folder).sort()).toEqual(['home-1.js', 'manifest-1.js', 'shared-1.js', 'unused-1.svg'])
  expect(readdirSync(join(folder, 'client/assets')).sort()).toEqual(
    ['app-1.css', 'entry.client-1.js', 'face-1.woff2', 'masks-1.js', 'text-1.js'].sort(),
  )
  expect(pruneClient(folder)).toEqual([])
})

test('a build without its entry is an error and removes nothing', () => {
  write({ 'server/index.js': '', 'client/assets/home-1.js': '' })
  expect(() => pruneClient(folder)).toThrow('entry.client')
  expect(readdirSync(join(folder, 'client/assets'))).toEqual(['home-1.js'])
})
