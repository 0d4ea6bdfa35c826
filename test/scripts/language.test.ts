import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Developer commands print English; start, doctor and desk print Portuguese for operators. */
const developers = ['test', 'check', 'dev', 'bench', 'torture', 'mutants'].map((name) => `scripts/${name}.ts`)
const folders = ['scripts/testing', 'scripts/torture', 'scripts/mutants', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`),
)

test.each([...developers, ...folders])('%s prints no Portuguese', (file) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const portuguese = /[à-ÿ]|\b(?:não|porta|pasta|rodada|aplicação|páginas|pronto|uso|aguarde|erro)\b/i
  expect(lines.filter((line) => portuguese.test(line))).toEqual([])
})
