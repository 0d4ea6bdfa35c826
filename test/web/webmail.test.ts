import { expect, test } from 'vitest'
import { webmailOf } from '../../src/web/webmail.ts'

test.each([
  ['ana@gmail.com', 'Gmail'],
  ['Ana@Hotmail.com', 'Outlook'],
  ['"a@gmail.com"@uol.com.br', 'UOL Mail'],
  ['ana@empresa.com.br', undefined],
  ['ana@gmail.com.exemplo.br', undefined],
])('the mailbox of %s opens in %s', (email, name) => {
  expect(webmailOf(email)?.name).toBe(name)
})
