import { expect, test } from 'vitest'
import { exampleCompany } from '../../../src/core/company.ts'
import { createMailRenderer } from '../../../src/web/mail/mail-renderer.tsx'

const render = createMailRenderer({ sender: () => exampleCompany, publicUrl: 'https://exemplo.com.br' })
const message = { subject: 'Pedido RC-7K4P2', text: 'Recebemos o seu pagamento.', links: [] }

test('no mail program turns an order number, a date or an address into a link of its own', () => {
  const html = render(message)
  expect(html).toContain(
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no"/>',
  )
  expect(html).toContain('<html lang="pt-BR">')
})

test('after the preheader a list of mails or a locked screen shows blanks, and nothing of the message', () => {
  const [before = ''] = render(message).split('Recebemos')
  const shown = before.replace(/<style>.*<\/style>|<title>.*<\/title>|<[^>]*>/g, '')
  expect(shown).toMatch(/Abra para ler\.(?:\u2007|\u034f| ){180,}/)
})

test('no letters are of one pixel or without a colour, which spam filters count against a mail', () => {
  // What SpamAssassin 4 takes for invisible letters (__FONT_INVIS).
  const invisible =
    /<(?!style)[a-z]+\s[^>]*(?:font(?:-size)?:0*[01](?:px|pt)?|[";]color:transparent)[";][^>]*>\s*\w/i
  expect('<div style="display:none;font-size:1px;opacity:0">Abra').toMatch(invisible)
  expect(render(message)).not.toMatch(invisible)
})

test('the preheader is for the list of mails alone: the open mail does not show it', () => {
  const [style] = /<div style="[^"]*">(?=Abra para ler\.)/.exec(render(message)) ?? []
  expect(style).toContain('display:none')
})

test('a screen reader hears facts as names with their values, and no table of the layout', () => {
  const content = {
    ...{ title: 'Pagamento confirmado', preheader: '', lines: ['Recebemos.'] },
    facts: [{ label: 'Pedido', value: 'RC-7K4P2' }],
    action: { label: 'Acompanhar', url: `https://exemplo.com.br/${'a'.repeat(90)}` },
  }
  const html = render({ ...message, content })
  const tables = [...html.matchAll(/<table\b([^>]*)>(.*?)<td/gs)].map(([, table = '', head = '']) => ({
    isLayout: table.includes('role="presentation"'),
    isOfFacts: head.includes('<th'),
  }))
  expect(tables.filter(({ isOfFacts }) => isOfFacts)).toHaveLength(1)
  expect(tables.filter(({ isLayout, isOfFacts }) => isLayout === isOfFacts)).toEqual([])
  expect(html).toMatch(/<th scope="row"[^>]*>Pedido<\/th>/)
  // The address of the button, in words of ninety characters, does not widen the card.
  expect(html).toMatch(/overflow-wrap:anywhere[^>]*>O botão não abre\?/)
})

test('where the device is dark, no colour in an attribute wins over that of the dark e-mail', () => {
  const [, rules = ''] = /@media \(prefers-color-scheme:dark\)\{(.+)\}<\/style>/.exec(render(message)) ?? []
  const declarations = [...rules.matchAll(/[\w-]+:[^;{}]+/g)].map(String)
  expect(declarations).toContainEqual(expect.stringMatching(/^background:#/))
  for (const declaration of declarations) expect(declaration).toMatch(/!important$/)
})
