import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import { isNeutral, SHOWN_ON_LOCKED_SCREEN } from '../../../src/core/neutral-words.ts'
import { consultationMessageKinds } from '../../../src/modules/consultations/index.server.ts'
import { contractingMessageKinds } from '../../../src/modules/contracting/index.server.ts'
import { documentMessageKinds } from '../../../src/modules/documents/index.server.ts'
import { identityMessageKinds } from '../../../src/modules/identity/index.server.ts'
import { shortText } from '../../../src/modules/notifications/domain/content.ts'
import { linksIn } from '../../../src/modules/notifications/domain/links.ts'
import { neutralText } from '../../../src/modules/notifications/domain/neutral.ts'
import { signatureOf } from '../../../src/modules/notifications/public.ts'
import { operationsMessageKinds } from '../../../src/modules/operations/message-kinds.ts'
import { orderMessageKinds } from '../../../src/modules/orders/index.server.ts'
import { paymentMessageKinds } from '../../../src/modules/payments/index.server.ts'
import { privacyMessageKinds } from '../../../src/modules/privacy/index.server.ts'
import { proposalMessageKinds } from '../../../src/modules/proposals/index.server.ts'
import { receiptMessageKinds } from '../../../src/modules/receipts/index.server.ts'
import { teamMessageKinds } from '../../../src/modules/team/index.server.ts'
import { createMailRenderer } from '../../../src/web/mail/mail-renderer.tsx'
import { dark, light } from '../../../src/web/mail/theme.ts'
import routes from '../../../src/web/routes.ts'
import { type AnyMessageKind, everyMessage, sender, site } from '../../support/every-message.ts'
import { markupErrors } from '../../support/markup.ts'
import { seenIn } from '../../support/seen.ts'

const kinds: readonly AnyMessageKind[] = [
  ...consultationMessageKinds,
  ...contractingMessageKinds,
  ...documentMessageKinds,
  ...identityMessageKinds,
  ...operationsMessageKinds,
  ...orderMessageKinds,
  ...paymentMessageKinds,
  ...privacyMessageKinds,
  ...proposalMessageKinds,
  ...receiptMessageKinds,
  ...teamMessageKinds,
]

const render = createMailRenderer({ sender: () => sender, publicUrl: site })

/** Messages to the team, who knows the business of the shop. */
const forTeam = new Set<AnyMessageKind>([
  ...operationsMessageKinds,
  ...teamMessageKinds,
  ...paymentMessageKinds.filter((kind) => kind.startsWith('books.')),
  'consultation.for-team',
  'consultation.paid-twice',
  'consultation.money-changed',
  'order.money-returned',
  'proposal.for-team',
])

/** Messages to which one replies, or whose code is typed in; a payment of a person without an account has no page of payments. */
const withoutButton: readonly AnyMessageKind[] = [
  'consultation.code',
  'privacy.answered',
  'privacy.erased',
  'proposal.received',
  'proposal.answered',
  'charge.amount_mismatch',
]

/** Messages with texts that the owner edits: they may be longer, and contain a link to the page of another agreement. */
const reminders: readonly AnyMessageKind[] = [
  'instalment.coming',
  'instalment.due',
  'instalment.late-first',
  'instalment.late-second',
  'instalment.late-last',
]

const plainOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('there is an example of every kind of message', () => {
  expect(Object.keys(everyMessage).sort()).toEqual([...kinds].sort())
  for (const kind of kinds) expect(everyMessage[kind], kind).not.toEqual([])
})

describe.each(kinds)('%s', (kind) => {
  const all = everyMessage[kind]
  const mails = all.map((message) => {
    const { subject, text, content } = message
    return { ...message, html: render({ subject, text, content, links: linksIn(text, site) }) }
  })

  test('is valid HTML below 20 KB, with at most one button and its URL below', () => {
    for (const { html, content } of mails) {
      expect(markupErrors(html)).toEqual([])
      expect(Buffer.byteLength(html)).toBeLessThan(20_000)
      expect(html).not.toMatch(/<img|<script|url\(|undefined|NaN|\[object/)
      const addresses = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url)
      const url = content.action?.url.replaceAll('&', '&amp;')
      const expected = url ? [url, url] : []
      if (!reminders.includes(kind)) expect(addresses).toEqual(expected)
      // The link to the page of another agreement is in the text above the button.
      else expect(addresses.slice(-expected.length)).toEqual(expected)
      expect(html.split('class="label"')).toHaveLength(url ? 2 : 1)
    }
    if (!withoutButton.includes(kind)) expect(all.every(({ content }) => content.action)).toBe(true)
  })

  test('says by e-mail, in this order, all that it says as text', () => {
    for (const { content, html } of mails) {
      const { title, preheader, code, lines, quote, facts = [], action, note } = content
      const seen = plainOf(seenIn(html).join(' '))
      // The words above an address become its link.
      const spoken = (text = '') => text.split('\n').filter((line) => !URL.canParse(line))
      const parts = [
        ...[preheader, title, ...(code ? [code] : []), ...lines.flatMap(spoken)],
        ...(quote ? [quote.label, ...spoken(quote.value)] : []),
        ...facts.flatMap(({ label, value }) => [label, value]),
        ...[...(action ? [action.label] : []), ...spoken(note), ...(action ? [action.url] : [])],
      ]
      let from = 0
      for (const part of parts.filter(Boolean)) {
        const plain = plainOf(part.replace(/:$/, ''))
        const at = seen.indexOf(plain, from)
        expect(at, `${plain} in ${seen.slice(from)}`).toBeGreaterThanOrEqual(0)
        from = at + plain.length
      }
      const { never, check, company } = signatureOf(sender, site)
      for (const said of [never, check, ...company]) expect(seen.slice(from)).toContain(plainOf(said))
    }
  })

  test('is short: a title, three lines, five facts', () => {
    for (const { subject, content } of all) {
      const { title, preheader, lines, facts = [], action, note = '' } = content
      expect(subject.length, subject).toBeLessThanOrEqual(60)
      expect(title.length, title).toBeLessThanOrEqual(60)
      expect(preheader.length).toBeGreaterThan(0)
      expect(preheader.length, preheader).toBeLessThanOrEqual(60)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.length).toBeLessThanOrEqual(reminders.includes(kind) ? 5 : 3)
      for (const line of [...lines, note]) {
        expect(line.length, line).toBeLessThanOrEqual(reminders.includes(kind) ? 330 : 230)
      }
      expect(facts.length).toBeLessThanOrEqual(5)
      for (const { label, value } of facts) {
        expect(label.length, label).toBeLessThanOrEqual(18)
        expect(value.length, value).toBeLessThanOrEqual(70)
      }
      expect(action?.label.length ?? 0).toBeLessThanOrEqual(32)
    }
  })

  if (!forTeam.has(kind)) {
    test('reveals nothing on a locked screen, neither by e-mail nor by WhatsApp', () => {
      for (const { subject, content } of all) {
        const links = linksIn(shortText(content), site)
        // The guard of messages does this with texts of the owner (send.ts).
        const short = reminders.includes(kind)
          ? neutralText(shortText(content), { subject, links, topic: 'reminders' })
          : shortText(content)
        expect(isNeutral(short.slice(0, SHOWN_ON_LOCKED_SCREEN)), short).toBe(true)
        const shown = `${subject}\n${content.preheader}\n${short}`
        expect(`${subject}\n${content.preheader}`).not.toMatch(/R\$|\d{2}\/\d{2}/)
        expect(shown).not.toMatch(
          /vence|venci|atras|d[íi]vida|d[ée]bito|devedor|negativa|cobran[çc]a|em aberto/i,
        )
        expect(shown).not.toMatch(/Serasa|SPC|Bacen|Limpa Nome|rating|score|\bCPF\b|consulta cpf/i)
      }
    })
  }

  test('contains no frightening words and no jargon', () => {
    for (const { subject, text } of all) {
      const all = `${subject}\n${text}`.replaceAll(/https:\S+|0199f0aa-[\w-]+/g, '')
      expect(all).not.toMatch(/SHA-256|[0-9a-f]{40}|\d{3}\.\d{3}\.\d{3}-\d{2}|\d{11}/)
      expect(all).not.toMatch(/urgente|imediatamente|última chance|clique aqui|npm run|!!/i)
      expect(all).not.toMatch(/\bEmail\b|\bPIX\b|cifrad|mesmo preço de à vista/)
      // Amounts and dates are formatted as on the pages.
      expect(all).not.toMatch(/R\$\s[\d.]+(?![\d.,])|\d{4}-\d{2}-\d{2}/)
    }
  })

  test('has sentences that can be read aloud in one breath', () => {
    for (const { content } of all) {
      for (const sentence of [...content.lines, content.note ?? ''].join('\n').split(/[.!?](?:\s|$)|\n/)) {
        expect(sentence.split(': ').length, sentence).toBeLessThanOrEqual(2)
      }
      expect(content.lines.at(-1), 'leads to what is below it').not.toMatch(/(?<!http[^\n]*):$/)
    }
  })

  const actions = all.flatMap(({ content }) => content.action ?? [])
  if (actions.length > 0) {
    test('links to one of our pages', () => {
      const known = routes.map(({ path, index }) => (index ? { index } : { path })) as RouteObject[]
      for (const action of actions) {
        const url = new URL(action.url)
        expect(url.origin).toBe(site)
        expect((url.pathname + url.search + url.hash).length, url.href).toBeLessThanOrEqual(72)
        expect(matchRoutes(known, url.pathname)?.at(-1)?.route.path).not.toBe('*')
      }
    })
  }
})

test('announces a one-off payment as one payment, and others as a schedule', () => {
  for (const { text } of everyMessage['contract.accepted']) {
    const isOnce = text.includes('Pix à vista')
    expect(text.includes('a data do pagamento')).toBe(isOnce)
    expect(text.includes('O carnê em PDF, com todas as parcelas')).toBe(!isOnce)
  }
})

test('a list of instalments ends without a full stop', () => {
  for (const kind of reminders) {
    const text = everyMessage[kind].map((message) => message.text).join('\n\n')
    expect(text).toMatch(/^Parcela 3: R\$\s99,90$/m)
    expect(text).toMatch(/^.*a parcela 1 do seu pedido, de R\$\s99,90\.$/m)
  }
})

test('an e-mail has the colours of the pages, in light and dark mode', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../src/web/tokens.css'), 'utf8')
  const [day = '', night = ''] = css.split('@media (prefers-color-scheme: dark)')
  const colours = (part: string) =>
    Object.fromEntries(
      [...part.matchAll(/--color-([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]),
    )
  expect(colours(day)).toMatchObject(light)
  expect({ ...colours(day), ...colours(night.split('.band-night')[0] ?? '') }).toMatchObject(dark)
})

test('an e-mail that can be chosen says where, in its footer', () => {
  const { subject, text, content } = everyMessage['order.started'][0] ?? {
    subject: '',
    text: '',
    content: undefined,
  }
  const preferencesUrl = `${site}/avisos/abc`
  const mail = { subject, text, links: [], ...(content && { content }) }
  expect(seenIn(render({ ...mail, preferencesUrl })).at(-1)).toBe(
    `Escolher o que você recebe → ${preferencesUrl}`,
  )
  expect(seenIn(render(mail)).join()).not.toContain('Escolher o que você recebe')
})

test('text typed into an e-mail is escaped', () => {
  const hostile = '<a href="https://golpe.example">oi</a> & "aspas"'
  const content = {
    ...{ title: hostile, preheader: hostile, lines: [hostile], note: hostile },
    ...{ quote: { label: hostile, value: hostile }, facts: [{ label: hostile, value: hostile }] },
  }
  const html = render({ subject: hostile, text: '', links: [], content })
  expect(html).not.toContain('<a ')
  expect(markupErrors(html)).toEqual([])
})

test('our URL below a paragraph becomes the link of its last words; a lone or foreign URL stays as it is', () => {
  const url = `${site}/payments/combinar/1`
  const bodyOf = (line: string) =>
    render({ subject: 's', text: '', links: [url], content: { title: 't', preheader: 'p', lines: [line] } })
  expect(bodyOf(`Apertou? Mude a data aqui:\n${url}`)).toMatch(
    /Apertou\? <a href="[^"]*combinar\/1"[^>]*>Mude a data aqui<\/a><\/p>/,
  )
  expect(bodyOf(url)).toMatch(/<a href="[^"]*combinar\/1"[^>]*>https:[^<]*combinar\/1<\/a>/)
  expect(bodyOf(`Veja.\n${url}`)).toMatch(/Veja\.<br\/><a [^>]*>https:/)
  expect(bodyOf('Veja:\nhttps://golpe.example/')).not.toContain('<a ')
})

test('an amount stays on one line, and typed line breaks are kept', () => {
  const html = render({
    ...{ subject: 's', text: '', links: [] },
    content: { title: 'R$ 10,00', preheader: 'p', lines: ['Um.\nDois.'] },
  })
  expect(html).toContain('R$\u00a010,00</h1>')
  expect(html).toContain('Um.<br/>Dois.</p>')
})

test('the markup checker finds invalid HTML', () => {
  const page = (body: string) =>
    `<!doctype html><html lang="pt-BR"><head><title>t</title></head><body>${body}</body></html>`
  expect(markupErrors(page('<p>a</p>'))).toEqual([])
  for (const body of [
    '<p>a',
    '<p><div>a</div></p>',
    '<p><b>a</p></b>',
    '<a href="x"><a href="y">a</a></a>',
    '<table><tr><td>a</td></tr></table>',
    '<p onclick="x">a</p>',
    '<p class="a" class="b">a</p>',
    '<p>a & b</p>',
    '<p>a < b</p>',
    '<font>a</font>',
    '<td>a</td>',
  ]) {
    expect(markupErrors(page(body)), body).not.toEqual([])
  }
  expect(markupErrors('<html></html>')).not.toEqual([])
})
