import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { credentials, newPassword } from '../../scripts/desk/credentials.ts'

/** Returns all lines at once, as a pipe delivers them. */
const typed = (...lines: string[]) => Readable.from([lines.map((line) => `${line}\n`).join('')])

test('prompts for what no variable provides', async () => {
  expect(await newPassword({ DESK_PASSWORD: 'da variável' }, typed('digitada'))).toBe('da variável')
  expect(await newPassword({}, typed('digitada'))).toBe('digitada')
  const known = { DESK_EMAIL: 'ana@exemplo.com.br', DESK_PASSWORD: 'segredo' }
  expect(await credentials(known, typed())).toEqual({ email: 'ana@exemplo.com.br', password: 'segredo' })
  expect(await credentials({ DESK_EMAIL: 'ana@exemplo.com.br' }, typed('digitada'))).toEqual({
    ...{ email: 'ana@exemplo.com.br', password: 'digitada' },
  })
  expect(await credentials({}, typed('bia@exemplo.com.br', 'digitada'))).toEqual({
    ...{ email: 'bia@exemplo.com.br', password: 'digitada' },
  })
})

test('without a terminal, as in a container, creates no account and no empty password', async () => {
  expect(await newPassword({}, typed())).toBeUndefined()
  expect(await newPassword({ DESK_PASSWORD: '' }, typed(''))).toBeUndefined()
  expect(await credentials({}, typed())).toBeUndefined()
  expect(await credentials({ DESK_EMAIL: 'ana@exemplo.com.br' }, typed())).toBeUndefined()
})
