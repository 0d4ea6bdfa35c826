import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFiles } from '../support/kinds.ts'

test('a test that asks for a database, itself or by a helper, is told from one that does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'support'))
  mkdirSync(join(folder, 'orders'))
  write('support/database.ts', 'export {}')
  write('support/shop.ts', "import { testDatabase } from './database.ts'")
  write('support/clock.ts', 'export {}')
  write('orders/place.test.ts', "import { testDatabase } from '../support/database.ts'")
  write('orders/deliver.test.ts', "import {\n  openShop,\n} from '../support/shop.ts'")
  write('orders/decide.test.ts', "import { clock } from '../support/clock.ts'")
  write('orders/pool.test.ts', "import { openDatabase } from '../../src/platform/database/database.ts'")
  const { unit, integration } = testFiles(folder)
  rmSync(folder, { recursive: true })
  const names = (files: string[]) => files.map((file) => file.slice(folder.length + 1)).sort()
  expect(names(integration)).toEqual(['orders/deliver.test.ts', 'orders/place.test.ts'])
  expect(names(unit)).toEqual(['orders/decide.test.ts', 'orders/pool.test.ts'])
})
