import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type MessageTexts, releaseTexts, type Wording } from '../src/core/message-wording.ts'
import { messageWordings } from '../src/message-words.ts'
import type { WrittenMessage } from '../src/modules/notifications/index.server.ts'

type ReadTextsFrom = typeof import('../src/modules/notifications/write-message.ts')['readTextsFrom']

const wordings: Readonly<Record<string, Wording>> = messageWordings
const kinds = Object.keys(messageWordings)

/** Every slot says which it is, before what the release says. */
const own: Readonly<Record<string, MessageTexts>> = Object.fromEntries(
  Object.entries(wordings).map(([kind, wording]) => [
    kind,
    Object.fromEntries(
      Object.entries(releaseTexts(wording)).map(([slot, words]) => [slot, `<${slot}>${words}`]),
    ),
  ]),
)

let readTextsFrom: ReadTextsFrom
let everyMessage: Readonly<Record<string, readonly WrittenMessage[]>>

beforeAll(async () => {
  // The messages are written as their file is loaded, by this copy of the modules.
  vi.resetModules()
  ;({ readTextsFrom } = await import('../src/modules/notifications/write-message.ts'))
  readTextsFrom((kind) => own[kind])
  ;({ everyMessage } = await import('./support/every-message.ts'))
  return () => readTextsFrom(() => undefined)
})

describe.each(kinds)('%s', (kind) => {
  test('is sent in the words of the shop, whatever its case', () => {
    const slots = Object.keys(own[kind] ?? {})
    const all = everyMessage[kind] ?? []
    expect(all).not.toEqual([])
    for (const { subject, content } of all) {
      expect(subject).toMatch(/^<subject>/)
      expect(content.preheader).toMatch(/^<preheader>/)
      expect(content.title).toMatch(/^<title>/)
      expect(content.lines[0]).toContain('<lines>')
      if (content.action) expect(content.action.label).toMatch(/^<action>/)
      if (content.quote) expect(content.quote.label).toMatch(/^<quote>/)
      if (content.note !== undefined) expect(content.note).toMatch(/^<note>/)
    }
    const said = JSON.stringify(all)
    expect(slots.filter((slot) => !said.includes(`<${slot}>`))).toEqual([])
  })
})

test('words that no longer fit the release are not sent: the release says them', async () => {
  const { receiptMessage } = await import('../src/modules/receipts/messages.ts')
  const write = () => receiptMessage({ nome: 'Ana', amount: 100, number: '1', url: 'https://a.example/' })
  const texts = releaseTexts(messageWordings['receipt.made'])
  readTextsFrom(() => ({ ...texts, title: 'Seu recibo de {total}' }))
  expect(write().content.title).toBe('Recibo de R$ 1,00')
  readTextsFrom(() => ({ ...texts, title: 'Seu recibo de {valor}', outro: 'nada' }))
  expect(write().content.title).toBe('Seu recibo de R$ 1,00')
  readTextsFrom(() => ({ title: 'Só isto' }))
  expect([write().content.title, write().subject]).toEqual(['Só isto', 'Seu recibo está pronto'])
  readTextsFrom(() => undefined)
  expect(write().content.title).toBe('Recibo de R$ 1,00')
})
