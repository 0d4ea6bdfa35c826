import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SendResult, sendFile } from '../../../src/web/routes/account/send-file.ts'
import { stubUploads } from '../../support/uploads.ts'

/* One file on its way, over a network and to a server that answer as the test says. */

type Answer = { status: number; text?: string } | 'silence'

let attempts: number
let said: string[]
let window: EventTarget
let isOnline: boolean

beforeEach(() => {
  vi.useFakeTimers()
  attempts = 0
  said = []
  isOnline = true
  window = Object.assign(new EventTarget(), {
    setTimeout: (...given: Parameters<typeof setTimeout>) => setTimeout(...given),
  })
  vi.stubGlobal('window', window)
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Sends a file to a server that answers so, one after the other; the last answer repeats. */
function send(...answers: Answer[]): Promise<SendResult> {
  stubUploads((upload) => {
    const answer = answers[Math.min(attempts++, answers.length - 1)] ?? 'silence'
    if (answer !== 'silence') setTimeout(() => upload.answer(answer.status, answer.text))
  })
  const file = new File(['%PDF-1.7'], 'rg.pdf')
  return sendFile({
    ...{ url: '/account/documentos', field: 'documentos', file },
    ...{ onProgress: () => {}, onRetry: (reason: string) => void said.push(reason) },
  })
}

const stored = { status: 200, text: '{"refused":[]}' }

test.each<[Answer, SendResult]>([
  [stored, { kind: 'kept' }],
  [{ status: 413 }, { kind: 'refused', problem: 'too_large' }],
  [
    { status: 200, text: '{"refused":[{"problem":"wrong_content"}]}' },
    { kind: 'refused', problem: 'wrong_content' },
  ],
  [{ status: 200, text: '<!doctype html>' }, { kind: 'signed-out' }],
])('an answer is the last word: %j', async (answer, result) => {
  const sent = send(answer)
  await vi.runAllTimersAsync()
  expect(await sent).toEqual(result)
  expect([attempts, said]).toEqual([1, []])
})

test.each<Answer>([{ status: 0 }, { status: 429 }, { status: 500 }, { status: 503 }, 'silence'])(
  'is sent again later: %j',
  async (answer) => {
    const sent = send(answer, stored)
    await vi.runAllTimersAsync()
    expect(await sent).toEqual({ kind: 'kept' })
    expect([attempts, said]).toEqual([2, ['Sem resposta. Nova tentativa em 1 s']])
  },
)

test('is given up after half a minute of attempts, for the person to try again', async () => {
  const sent = send({ status: 503 })
  const began = Date.now()
  await vi.runAllTimersAsync()
  expect(await sent).toEqual({ kind: 'refused', problem: 'failed' })
  expect(attempts).toBe(6)
  expect(Math.round((Date.now() - began) / 1000)).toBe(31)
})

test('without a network waits for it, however long', async () => {
  isOnline = false
  const sent = send({ status: 0 }, stored)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([attempts, said]).toEqual([1, ['Sem conexão. Continua quando ela voltar']])
  window.dispatchEvent(new Event('online'))
  await vi.runAllTimersAsync()
  expect(await sent).toEqual({ kind: 'kept' })
})
