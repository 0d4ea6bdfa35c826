import { expect, test } from 'vitest'
import { fieldsRead, queriesRead } from './names-read.ts'

test('the attacks use the names that pages read, in each of the ways in which they read them', () => {
  expect(queriesRead).toEqual(expect.arrayContaining(['q', 'aba', 'token', 'remover', 'depois', 'periodo']))
  expect(fieldsRead).toEqual(
    expect.arrayContaining(['intent', 'motivo', 'valor', 'resposta', 'newPassword', 'paymentIds']),
  )
  expect(queriesRead.length).toBeGreaterThan(30)
  expect(fieldsRead.length).toBeGreaterThan(60)
})
