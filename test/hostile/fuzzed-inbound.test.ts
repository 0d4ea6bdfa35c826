import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMail } from '../../src/modules/notifications/adapters/parse-mail.ts'
import { readWhatsappNotice } from '../../src/modules/notifications/adapters/whatsapp-notice.ts'
import { type InboundMail, readMail } from '../../src/modules/notifications/domain/inbound-mail.ts'
import { verifyContract } from '../../src/modules/receipts/proof/verificar-contrato.mjs'
import { readSealCertificate } from '../../src/platform/seal/read-seal-certificate.ts'
import { contractPdf } from '../modules/receipts/sample-contract.ts'
import '../support/property-seed.ts'
import { anyCharacter } from '../support/any-character.ts'

/* What strangers send without a form: e-mails, messages by WhatsApp, contracts to verify. It is read or refused, and never thrown over. */

const text = fc.string({ unit: anyCharacter, maxLength: 60 })
/** Characters that a database or a screen does not accept: control characters, and marks that change the direction of text. */
const unprintable = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u

test('any e-mail is read into storable text, or left out', async () => {
  const line = fc.oneof(
    text,
    fc.constantFrom(
      ...[
        'From: a@b.co',
        'From: "A" <a@b.co>',
        'Date: Mon, 23 Nov 2026 09:00:00 -0300',
        'Date: -271821-04-20T00:00:00Z',
      ],
      ...[
        'Subject: =?utf-8?Q?=00=E2=80=AE?=',
        'Message-ID: <a\u0000b@c>',
        'In-Reply-To: <pedido.x@y>',
        'Auto-Submitted: no',
      ],
      ...[
        'Content-Type: text/html',
        'Content-Type: multipart/report; boundary=b',
        'Content-Type: multipart/mixed; boundary=b',
      ],
      ...[
        'Content-Type: message/delivery-status',
        'Content-Transfer-Encoding: base64',
        '--b',
        '--b--',
        '',
        '',
        'Action: failed',
      ],
      ...['Authentication-Results: x; dmarc=fail', '<p>&#0;&#55296;&#x202e;</p>', 'Status: 5.1.1'],
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 25 }), async (lines) => {
      const parsed = await parseMail(Buffer.from(lines.join('\r\n')))
      const read: InboundMail = parsed ? readMail(parsed) : { kind: 'none' }
      if (read.kind !== 'mail') return
      const { address, name, subject, text: words, id, at, left } = read
      for (const stored of [address, name, subject, words, id, ...left])
        expect(stored).not.toMatch(unprintable)
      expect([name.length <= 80, subject.length <= 200, words.length <= 10_000, id.length <= 300]).toEqual(
        Array(4).fill(true),
      )
      if (at) expect(at.getTime()).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('no random WhatsApp notice is authentic; an authentic one is read into storable text', () => {
  const appSecret = 'the-secret-of-the-app'
  const word = fc.oneof(
    text,
    fc.constantFrom('5548999991234', 'wamid.A', '1790000000', 'text', 'reaction', 'a\u0000b', '\u202ea'),
  )
  const message = fc.record({
    ...{ from: word, id: word, timestamp: word, type: word },
    ...{ text: fc.record({ body: word }), context: fc.option(fc.record({ id: word })) },
  })
  const value = fc.record({
    ...{
      messages: fc.array(fc.oneof(message, fc.jsonValue()), { maxLength: 3 }),
      statuses: fc.array(fc.jsonValue(), { maxLength: 2 }),
    },
    contacts: fc.array(fc.record({ wa_id: word, profile: fc.record({ name: word }) }), { maxLength: 2 }),
  })
  const changes = fc.array(
    fc.record({ field: fc.constantFrom('messages', 'x'), value: fc.oneof(value, fc.jsonValue()) }),
    { maxLength: 3 },
  )
  const body = fc.oneof(
    text,
    changes.map((all) => JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes: all }] })),
  )
  fc.assert(
    fc.property(body, text, (sent, guess) => {
      const bytes = Buffer.from(sent)
      const read = (signature: string) =>
        readWhatsappNotice({ body: bytes, signature, appSecret, phoneNumberId: '1' })
      for (const signature of [guess, `sha256=${guess}`, ''])
        expect(read(signature)).toMatchObject({ ok: false })
      const opened = read(`sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`)
      if (!opened.ok) return
      for (const { address, providerId, name, text: words, left, repliesTo, at } of opened.value.messages) {
        for (const stored of [address, providerId, name, words, ...left, repliesTo?.providerId ?? ''])
          expect(stored).not.toMatch(unprintable)
        if (at) expect(Number.isNaN(at.getTime())).toBe(false)
      }
    }),
  )
})

test('a contract with changed, moved or cut bytes is refused or reported as altered', async () => {
  const file = 'test/support/test-only-certificates/seal.p12'
  const sealed = Buffer.from(await contractPdf(readSealCertificate({ file, passphrase: 'test-only' })))
  // Bytes after the signature, in the space reserved for it, are not part of the signature.
  const from = sealed.indexOf('/Contents <')
  const to = sealed.indexOf('>', from)
  const edit = fc.record({
    at: fc.nat(sealed.length - 1),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
    cut: fc.nat(40),
  })
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let altered = sealed
      for (const { at, bytes, cut } of edits)
        altered = Buffer.concat([altered.subarray(0, at), bytes, altered.subarray(at + cut)])
      const isLoose = ({ at }: { at: number }) => at >= from && at <= to
      if (altered.equals(sealed) || edits.every(isLoose)) return
      const { isContract, problems } = verifyContract(altered)
      expect(isContract && problems.length === 0).toBe(false)
    }),
    { numRuns: 60 },
  )
})
