import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'
import { memorySettings } from '../../scripts/lib/system.ts'
import { packagedCommands } from '../../scripts/package/program.ts'
import { environment, processRoles } from '../../src/platform/config/environment.ts'

const units = readdirSync(inRoot('ops/systemd'))
const words: readonly string[] = [...processRoles, ...packagedCommands]

test.each(units)('%s starts existing programs, with variables that are read', (unit) => {
  const text = readFileSync(inRoot('ops/systemd', unit), 'utf8')
  const started = [...text.matchAll(/\/opt\/recomeco\/server\.js (\w+)/g)].map(([, word = '']) => word)
  expect(started.filter((word) => !words.includes(word))).toEqual([])
  expect(started.length > 0).toBe(unit.endsWith('.service'))
  const named = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  )
  // Variables of Node and of the C library.
  expect(named.filter((name) => !(name in environment.shape) && !(name in memorySettings))).toEqual([])
})

test('the units and the image limit the memory as npm start does', () => {
  const settings = Object.entries(memorySettings).map(([name, value]) => `${name}=${value}`)
  const files = [
    ...units.filter((unit) => /-(?:web|worker).*\.service$/.test(unit)).map((unit) => `ops/systemd/${unit}`),
    'Dockerfile',
  ]
  const missing = files.flatMap((file) => {
    const text = readFileSync(inRoot(file), 'utf8')
    return settings.filter((setting) => !text.includes(setting)).map((setting) => `${file}: ${setting}`)
  })
  expect(missing).toEqual([])
})
