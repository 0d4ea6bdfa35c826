import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databasesOf, testFiles } from '../support/kinds.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

const names = (files: string[]) => files.map((file) => file.slice(folder.length + 1)).sort()
const asks = "import { testDatabase } from '../support/database.ts'"

test('a test that uses a database, directly or through a helper, is an integration test', () => {
  write('support/database.ts', 'export {}')
  write('support/shop.ts', "import { testDatabase } from './database.ts'")
  write('support/clock.ts', 'export {}')
  write('orders/place.test.ts', asks)
  write('orders/deliver.test.ts', "import {\n  openShop,\n} from '../support/shop.ts'")
  write('orders/decide.test.ts', "import { clock } from '../support/clock.ts'")
  write('orders/pool.test.ts', "import { openDatabase } from '../../src/platform/database/database.ts'")
  const { unit, integration } = testFiles(folder)
  expect(names(integration)).toEqual(['orders/deliver.test.ts', 'orders/place.test.ts'])
  expect(names(unit)).toEqual(['orders/decide.test.ts', 'orders/pool.test.ts'])
})

test('a process test is recognized by its name, unless it uses a database', () => {
  write('main.process.test.ts', '')
  write('orders/desk.process.test.ts', asks)
  write('process.test.ts', '')
  const { unit, process, integration } = testFiles(folder)
  expect(names(process)).toEqual(['main.process.test.ts'])
  expect(names(integration)).toEqual(['orders/desk.process.test.ts'])
  expect(names(unit)).toEqual(['process.test.ts'])
})

test('a browser test is recognized by its name', () => {
  write('components/account.browser.test.tsx', '')
  write('components/browser.test.tsx', '')
  const { unit, browser } = testFiles(folder)
  expect(names(browser)).toEqual(['components/account.browser.test.tsx'])
  expect(names(unit)).toEqual(['components/browser.test.tsx'])
})

test('a suite runs on the databases it names, by default on both', () => {
  for (const databases of ['both', 'one', 'postgres', 'embedded']) {
    write(`orders/${databases}.test.ts`, `// Databases: ${databases}. Why.\n${asks}`)
  }
  write('orders/silent.test.ts', asks)
  write('orders/misspelt.test.ts', `// Databases: bother\n${asks}`)
  const { postgres, embedded, integration } = testFiles(folder)
  const either = ['orders/both.test.ts', 'orders/misspelt.test.ts', 'orders/silent.test.ts']
  expect(names(postgres)).toEqual([...either, 'orders/one.test.ts', 'orders/postgres.test.ts'].sort())
  expect(names(embedded)).toEqual([...either, 'orders/embedded.test.ts'].sort())
  expect(integration).toHaveLength(6)
})

test('each suite of this project that uses a database says on which it runs', () => {
  expect(testFiles('test').integration.filter((file) => databasesOf(file) === undefined)).toEqual([])
})

test('no unit test of this project starts a process', () => {
  const starts = /^import .*(?:'node:child_process'|\/lib\/child\.ts')|\b(?:startPostgres|startEmbedded)\(/m
  expect(testFiles('test').unit.filter((file) => starts.test(readFileSync(file, 'utf8')))).toEqual([])
})
