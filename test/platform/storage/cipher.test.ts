import { createCipheriv, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCipher } from '../../../src/platform/storage/cipher.ts'

const [old, next] = ['ab'.repeat(32), 'cd'.repeat(32)]
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

/** Seals as the releases did that knew one key: the whole salt is random. */
function sealedBefore(key: string, salt: Buffer): Uint8Array {
  const header = Buffer.from([0x52, 0x43, 1])
  const nonce = Buffer.alloc(12, 7)
  const derived = Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), salt, 'recomeco/a', 32))
  const cipher = createCipheriv('aes-256-gcm', derived, nonce)
  cipher.setAAD(Buffer.concat([header, Buffer.from('a')]))
  return Buffer.concat([header, salt, nonce, cipher.update('texto'), cipher.final(), cipher.getAuthTag()])
}

test('a value that names its key opens with that key alone, in the same layout as before', () => {
  const sealed = createCipher(old).seal('a', Buffer.from('texto'))
  expect(text(createCipher(next, [old]).open('a', sealed))).toBe('texto')
  expect(text(createCipher(old, [next]).open('a', sealed))).toBe('texto')
  expect(() => createCipher(next).open('a', sealed)).toThrow('another encryption key')
  expect(() => createCipher(next, [old]).open('b', sealed)).toThrow('another encryption key')
  expect([createCipher(old).isCurrent(sealed), createCipher(next, [old]).isCurrent(sealed)]).toEqual([
    true,
    false,
  ])
  expect(sealed.subarray(0, 3)).toEqual(Buffer.from([0x52, 0x43, 1]))
  const again = createCipher(old).seal('a', Buffer.from('texto'))
  expect(Buffer.from(again).equals(sealed)).toBe(false)
})

test('a value sealed before keys had ids opens with either key, also when it names another by chance', () => {
  const cipher = createCipher(next, [old])
  const byChance = Buffer.concat([
    Buffer.from(cipher.seal('a', Buffer.of()).subarray(3, 7)),
    Buffer.alloc(12, 1),
  ])
  for (const salt of [Buffer.alloc(16, 9), byChance]) {
    expect(text(cipher.open('a', sealedBefore(old, salt)))).toBe('texto')
    expect(text(cipher.open('a', sealedBefore(next, salt)))).toBe('texto')
  }
  expect(cipher.isCurrent(sealedBefore(next, Buffer.alloc(16, 9)))).toBe(false)
  expect(() => createCipher(next, ['abcd'])).toThrow('32 bytes')
})

test('a key in capitals is the same key', () => {
  const [small, capitals] = [createCipher(old), createCipher(old.toUpperCase())]
  const sealed = capitals.seal('a', Buffer.from('texto'))
  expect([text(small.open('a', sealed)), small.isCurrent(sealed)]).toEqual(['texto', true])
  const [index, same] = [small.blindIndex('cpf'), capitals.blindIndex('cpf')]
  expect([same.of('1'), same.among('1')]).toEqual([index.of('1'), index.among('1')])
  // The second one is what a release before stored under a key in capitals.
  expect(index.among('1')).toHaveLength(2)
  expect(index.among('1').map(index.isCurrent)).toEqual([true, false])
  expect(createCipher('12'.repeat(32)).blindIndex('cpf').among('1')).toHaveLength(1)
})
