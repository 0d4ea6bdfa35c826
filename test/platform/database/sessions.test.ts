import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'

/**
 * Statements that belong to a session of the database. Behind a pooler in transaction mode the next statement may run in another
 * session, and a remaining lock or setting would affect somebody else.
 */
const ofASession = {
  'a lock that no transaction ends': /pg_(?:try_)?advisory_(?:lock|unlock)/i,
  'a subscription': /[`'"]\s*(?:un)?listen\s+\w/i,
  'a setting that no transaction ends':
    /[`'"]\s*(?:set\s+(?!local\b|transaction\b|constraints\b)\w+(?:\s*=|\s+to\b)|reset\s+\w)/i,
  'a prepared statement': /[`'"]\s*(?:prepare\s+\w|deallocate\b)/i,
  'a cursor that no transaction ends': /\bwith\s+hold\b/i,
  'a temporary table that no transaction ends':
    /create\s+temp(?:orary)?\s+table(?![^`'"]*on\s+commit\s+drop)/i,
}
type Name = keyof typeof ofASession
const found = (text: string) =>
  (Object.keys(ofASession) as Name[]).filter((name) => ofASession[name].test(text))

test.each([
  ["client.query('select pg_advisory_lock($1)')", 'a lock that no transaction ends'],
  ["query('listen changes')", 'a subscription'],
  ["query('set lock_timeout = 5')", 'a setting that no transaction ends'],
  ['query(`reset lock_timeout`)', 'a setting that no transaction ends'],
  ["query('prepare x as select 1')", 'a prepared statement'],
  ["query('create temp table t (id int)')", 'a temporary table that no transaction ends'],
])('detects %s', (text, name) => {
  expect(found(text)).toEqual([name])
})

test.each([
  "query('select pg_advisory_xact_lock($1)')",
  'query(`set local lock_timeout = 5`)',
  "query('set constraints all deferred')",
  "query('update a set b = 1')",
])('allows %s', (text) => {
  expect(found(text)).toEqual([])
})

test('no statement of a process depends on a session', () => {
  const files = globSync('src/**/*.ts', { cwd: inRoot() })
  expect(files.length).toBeGreaterThan(500)
  const bound = files.flatMap((file) =>
    found(readFileSync(inRoot(file), 'utf8')).map((what) => `${file}: ${what}`),
  )
  expect(bound).toEqual([])
})
