import { expect, test } from 'vitest'
import { voiceFor } from '../../../src/web/enhance/read-aloud.ts'

const voice = (lang: string, localService = true) => ({ lang, localService })

test('a Brazilian voice of the device reads, else another Portuguese one', () => {
  const [english, portugal, brazil] = [voice('en-US'), voice('pt-PT'), voice('pt-BR')]
  expect(voiceFor([english, portugal, brazil])).toBe(brazil)
  expect(voiceFor([english, portugal])).toBe(portugal)
  const android = voice('pt_BR')
  expect(voiceFor([portugal, android])).toBe(android)
})

test('without a local voice nothing is read: a server voice would hear what is signed', () => {
  expect(voiceFor([])).toBeUndefined()
  expect(voiceFor([voice('pt-BR', false), voice('en-US'), voice('ptx')])).toBeUndefined()
})
