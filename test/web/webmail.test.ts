import { expect, test } from 'vitest'
import { meantAddress, webmailOf } from '../../src/web/webmail.ts'

test.each([
  ['ana@gmail.com', 'Gmail'],
  ['Ana@Hotmail.com', 'Outlook'],
  ['"a@gmail.com"@uol.com.br', 'UOL Mail'],
  ['ana@empresa.com.br', undefined],
  ['ana@gmail.com.exemplo.br', undefined],
])('the mailbox of %s opens in %s', (email, name) => {
  expect(webmailOf(email)?.name).toBe(name)
})

test.each([
  ['cida@gmial.com', 'cida@gmail.com'],
  ['Cida@Gmai.com', 'Cida@gmail.com'],
  ['cida@gmail.con', 'cida@gmail.com'],
  ['cida@gmaill.com', 'cida@gmail.com'],
  ['cida@gmail.comm', 'cida@gmail.com'],
  ['cida@gmail.co', 'cida@gmail.com'],
  ['cida@gmail.com.br', 'cida@gmail.com'],
  ['cida@hotmial.com', 'cida@hotmail.com'],
  ['cida@htmail.com.br', 'cida@hotmail.com.br'],
  ['cida@yaho.com.br', 'cida@yahoo.com.br'],
  ['"a@gmial.com"@uol.com.br', undefined],
  ['cida@gmail.com', undefined],
  ['cida@ymail.com', undefined],
  ['cida@mail.com', undefined],
  ['cida@ms.com', undefined],
  ['cida@gamil.co', undefined],
  ['cida@empresa.com.br', undefined],
])('%s was probably meant as %s', (email, meant) => {
  expect(meantAddress(email)).toBe(meant)
})
