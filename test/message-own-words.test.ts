import { describe, expect, test } from 'vitest'
import { type MessageTexts, releaseTexts, type Wording } from '../src/core/message-wording.ts'
import { messageWordings } from '../src/message-words.ts'
import type { WrittenMessage } from '../src/modules/notifications/index.server.ts'
import { readTextsFrom } from '../src/modules/notifications/write-message.ts'
import { receiptMessage } from '../src/modules/receipts/messages.ts'
import { writeEveryMessage } from './support/every-message.ts'

const wordings: Readonly<Record<string, Wording>> = messageWordings
const kinds = Object.keys(messageWordings)

/** The shop's own texts: the name of each slot, followed by the release's text. */
const own: Readonly<Record<string, MessageTexts>> = Object.fromEntries(
  Object.entries(wordings).map(([kind, wording]) => [
    kind,
    Object.fromEntries(
      Object.entries(releaseTexts(wording)).map(([slot, words]) => [slot, `<${slot}>${words}`]),
    ),
  ]),
)

/** Calls `write` while the shop has its own texts, and returns its result. */
function inWordsOf<T>(reader: (kind: string) => MessageTexts | undefined, write: () => T): T {
  readTextsFrom(reader)
  try {
    return write()
  } finally {
    readTextsFrom(() => undefined)
  }
}

const everyMessage: Readonly<Record<string, readonly WrittenMessage[]>> = inWordsOf(
  (kind) => own[kind],
  writeEveryMessage,
)

describe.each(kinds)('%s', (kind) => {
  test('is sent in the shop’s own words, whatever its case', () => {
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

test('words that no longer fit the release are replaced by the release’s', () => {
  const texts = releaseTexts(messageWordings['receipt.made'])
  const written = (own: MessageTexts | undefined) =>
    inWordsOf(
      () => own,
      () => receiptMessage({ nome: 'Ana', amount: 100, number: '1', url: 'https://a.example/' }),
    )
  const titleOf = (own: MessageTexts | undefined) => written(own).content.title
  expect(titleOf({ ...texts, title: 'Seu recibo de {total}' })).toBe('Recibo de R$ 1,00')
  expect(titleOf({ ...texts, title: 'Seu recibo de {valor}', outro: 'nada' })).toBe('Seu recibo de R$ 1,00')
  expect(written({ title: 'Só isto' })).toMatchObject({
    subject: 'Seu recibo está pronto',
    content: { title: 'Só isto' },
  })
  expect(titleOf(undefined)).toBe('Recibo de R$ 1,00')
})
