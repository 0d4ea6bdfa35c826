import { expect, test } from 'vitest'
import {
  isSameSentence,
  MAX_RECORDING_BYTES,
  recordingAt,
  recordingPath,
  recordingProblem,
  sentencePath,
} from '../../../src/modules/contracting/domain/recording.ts'

const key = { version: '2026-11-22.2', clause: 6 }
const tagged = new Uint8Array([0x49, 0x44, 0x33, 4])
const frame = new Uint8Array([0xff, 0xfb, 0x90])

test('a recording is named by the version of the template and its clause', () => {
  expect(recordingPath(key)).toBe('2026-11-22.2/clausula-6.mp3')
  expect(sentencePath(key)).toBe('2026-11-22.2/clausula-6.txt')
  expect(recordingAt('2026-11-22.2/clausula-6.mp3')).toEqual(key)
  expect(recordingAt('2026-11-22.2/clausula-10.mp3')).toEqual({ ...key, clause: 10 })
})

test.each([
  'clausula-6.mp3',
  '2026-11-22/clausula-6.mp3',
  '../2026-11-22.2/clausula-6.mp3',
  '2026-11-22.2/../clausula-6.mp3',
  'x2026-11-22.2/clausula-6.mp3',
  '2026-11-22.2/clausula-0.mp3',
  '2026-11-22.2/clausula-100.mp3',
  '2026-11-22.2/clausula-6.mp3.exe',
  '2026-11-22.2/clausula-6.ogg',
  '2026-11-22.2/Clausula-6.mp3',
])('%s is not a recording', (path) => {
  expect(recordingAt(path)).toBeUndefined()
})

test('a recording is an MP3 of limited size with its sentence', () => {
  expect(recordingProblem(tagged, 'Frase.')).toBeUndefined()
  expect(recordingProblem(frame, 'Frase.')).toBeUndefined()
  expect(recordingProblem(new Uint8Array([0xff, 0xf3]), '')).toBeUndefined()
  for (const other of [
    [],
    [0x49, 0x44, 0x34],
    [0x52, 0x49, 0x46, 0x46],
    [0xff, 0xfd],
    [0xff, 0x1b],
    [0xfe, 0xfb],
  ])
    expect(recordingProblem(new Uint8Array(other), 'Frase.')).toBe('não é um arquivo MP3')
  expect(recordingProblem(tagged, undefined)).toBe('falta, ao lado, o arquivo .txt com a frase gravada')
  const largest = new Uint8Array(MAX_RECORDING_BYTES)
  largest.set(tagged)
  expect(recordingProblem(largest, 'Frase.')).toBeUndefined()
  expect(recordingProblem(new Uint8Array([...largest, 0]), 'Frase.')).toBe('tem mais de 512 KB')
})

test('a recording says the shown text, except for spaces', () => {
  expect(isSameSentence(' Você pode desistir\r\naté 30.\n', 'Você pode desistir até 30.')).toBe(true)
  expect(isSameSentence('Voce\u0302 pode', 'Você pode')).toBe(true)
  expect(isSameSentence('Multa de 2%.', 'Multa de 20%.')).toBe(false)
  expect(isSameSentence('', 'Multa de 2%.')).toBe(false)
})
