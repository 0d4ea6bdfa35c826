import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { sourcesUnder } from '../../scripts/lib/tree.ts'

test('Node can read every program of a developer, also those that no test starts', () => {
  const unreadable = [...sourcesUnder(['scripts', 'bench'])].flatMap(([file, source]) => {
    if (!file.endsWith('.ts')) return []
    try {
      stripTypeScriptTypes(source)
      return []
    } catch (error) {
      return [`${file}: ${error}`]
    }
  })
  expect(unreadable).toEqual([])
})
