import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '../../../src/platform/config/config.ts'
import { secretVariables, withSecretFiles } from '../../../src/platform/config/secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

test.each(secretVariables)('%s may come from a file, without its final line break', (name) => {
  const path = file(name, 'a secret \r\n')
  expect(withSecretFiles({ [`${name}_FILE`]: path, PORT: '1' })).toEqual({
    env: { [`${name}_FILE`]: path, [name]: 'a secret ', PORT: '1' },
    problems: [],
  })
})

test('a missing file, an empty one and a second value are each one error line', () => {
  const gone = join(folder, 'gone')
  const both = { METRICS_TOKEN: 'x', METRICS_TOKEN_FILE: file('token', 'y') }
  expect(
    withSecretFiles({ SMTP_URL_FILE: gone, SESSION_SECRET_FILE: file('empty', '\n'), ...both }).problems,
  ).toEqual([
    `SESSION_SECRET_FILE: o arquivo ${join(folder, 'empty')} está vazio`,
    'METRICS_TOKEN_FILE: METRICS_TOKEN também está definida; deixe só uma',
    `SMTP_URL_FILE: o arquivo ${gone} não pode ser lido (ENOENT)`,
  ])
  expect(() => parseConfig({ SMTP_URL_FILE: gone }, () => ({ session: '', encryption: '' }))).toThrow(
    'SMTP_URL_FILE: ',
  )
})

test('secrets in files are used, and lists of them are separated by commas', () => {
  const key = 'ab'.repeat(32)
  const config = parseConfig(
    {
      ENCRYPTION_KEY_FILE: file('key', `${key}\n`),
      ENCRYPTION_KEY_OTHERS: ` ${'cd'.repeat(32)}, ${'ef'.repeat(32)} `,
      SESSION_SECRET: 's'.repeat(32),
      SESSION_SECRET_OTHERS_FILE: file('others', `${'t'.repeat(32)}\n`),
    },
    () => ({ session: '', encryption: '' }),
  )
  expect(config.encryptionKey).toBe(key)
  expect(config.otherEncryptionKeys).toEqual(['cd'.repeat(32), 'ef'.repeat(32)])
  expect(config.session.signer.digests('x')).toHaveLength(2)
  expect(() =>
    parseConfig({ ENCRYPTION_KEY_OTHERS: 'abc' }, () => ({ session: '', encryption: '' })),
  ).toThrow('ENCRYPTION_KEY_OTHERS')
})
