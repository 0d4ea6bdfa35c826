import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { receiptContent } from '../../../src/modules/receipts/domain/receipt-content.ts'
import { scheduleContent } from '../../../src/modules/receipts/domain/schedule-content.ts'
import { renderPdf } from '../../../src/modules/receipts/render/render-pdf.ts'
import { type Node, readPdf } from './read-pdf.ts'
import { customer, receipt, schedule } from './sample-content.ts'

const issue = { number: '2026/000012', issuedAt: new Date('2026-11-22T02:31:00Z') }
const carne = await renderPdf(scheduleContent(schedule), issue)
const recibo = await renderPdf(receiptContent(receipt), issue)

const all = (node: Node): Node[] => [node, ...node.children.flatMap(all)]
const ofType = (node: Node, type: string) => all(node).filter((one) => one.type === type)

test('the same content gives the same bytes, different content different ones', async () => {
  expect(Buffer.from(await renderPdf(receiptContent(receipt), issue)).equals(recibo)).toBe(true)
  const later = await renderPdf(receiptContent(receipt), { ...issue, number: '2026/000013' })
  expect(Buffer.from(later).equals(recibo)).toBe(false)
})

test('a cached typeface and cached text layout change no byte', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  // The hashes from when every document parsed the typeface itself.
  expect(sha256(recibo)).toBe('2505cd56ffa60bcd780593da32e4c5fd7a8d662c65851c559474a4b04d755f61')
  expect(sha256(carne)).toBe('7b62c705f7329d8c39546b403b4caa052091e28a73e6af99d273584fb04b4263')
})

test('a PDF declares PDF/UA, language and title, and is tagged', () => {
  const { raw, catalog, one, at, objects } = readPdf(recibo)
  expect(raw.startsWith('%PDF-1.7')).toBe(true)
  expect(catalog).toContain('/Lang (pt-BR)')
  expect(at(/\/MarkInfo (\d+)/.exec(catalog)?.[1])?.dictionary).toContain('/Marked true')
  expect(at(/\/StructTreeRoot (\d+)/.exec(catalog)?.[1])?.dictionary).toContain('/ParentTree')
  expect(at(/\/ViewerPreferences (\d+)/.exec(catalog)?.[1])?.dictionary).toContain('/DisplayDocTitle true')
  const info = (name: string) => at(new RegExp(`/${name} (\\d+)`).exec(one(/\/Producer/))?.[1])?.dictionary
  expect(info('Title')).toContain('(Recibo de pagamento 2026/000012)')
  expect(info('CreationDate')).toContain('(D:20261122023100Z)')
  const xmp = Buffer.from(at(/\/Metadata (\d+)/.exec(catalog)?.[1])?.stream ?? '', 'latin1').toString('utf8')
  expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(xmp).toContain('Recibo de pagamento 2026/000012')
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary))
  expect(pages.map(({ dictionary }) => /\/Tabs \/S/.test(dictionary))).toEqual([true])
})

test('its single font is embedded and maps back to Unicode', () => {
  const { objects, one, tree } = readPdf(recibo)
  const fonts = [...objects.values()].filter(({ dictionary }) => /\/Subtype \/Type0/.test(dictionary))
  expect(fonts).toHaveLength(1)
  expect(fonts[0]?.dictionary).toContain('/ToUnicode')
  expect(one(/\/Type \/FontDescriptor/)).toContain('/FontFile2')
  expect(tree.text).not.toContain('�')
})

test('the reading order is title, number, amount, sections', () => {
  const { tree } = readPdf(recibo)
  expect(tree.type).toBe('Document')
  expect(tree.children.map(({ type }) => type)).toEqual('H1 P P P H2 Table H2 Table H2 Table'.split(' '))
  expect(tree.children.slice(0, 3).map(({ text }) => text)).toEqual([
    'Recibo de pagamento',
    'Nº 2026/000012, emitido em 21/11/2026 às 23:31, horário de Brasília',
    'R$ 499,90',
  ])
  expect(ofType(tree, 'H2').map(({ text }) => text)).toEqual([
    'O que foi pago',
    'Como foi pago',
    'Quem recebeu',
  ])
})

test('a schedule of 21 rows is one table over two pages, with its header tagged once', () => {
  const { tree, objects } = readPdf(carne)
  const table = ofType(tree, 'Table')[1]
  const rows = (table?.children ?? []).map(({ children }) => children)
  expect(rows).toHaveLength(22)
  const [head = [], entry = []] = rows
  expect(head.map(({ text }) => text)).toEqual([
    'Parcela',
    'Vencimento',
    'Sem acréscimo até',
    'Valor',
    'Situação',
  ])
  expect(entry.map(({ text }) => text)).toEqual([
    'Entrada',
    '21/11/2026',
    '23/11/2026',
    'R$ 400,00',
    'Paga em 21/11/2026',
  ])
  expect(head.every(({ type, dictionary }) => type === 'TH' && /\/Scope \/Column/.test(dictionary))).toBe(
    true,
  )
  for (const [first, ...rest] of rows.slice(1)) {
    expect(first?.dictionary).toMatch(/\/Scope \/Row/)
    expect(rest.map(({ type }) => type)).toEqual(['TD', 'TD', 'TD', 'TD'])
  }
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary))
  expect(pages).toHaveLength(2)
})

test('everything drawn is either tagged content or an artifact', () => {
  for (const bytes of [recibo, carne]) {
    const { objects } = readPdf(bytes)
    for (const { stream = '' } of objects.values()) {
      if (!/ Tf\b/.test(stream)) continue
      const outside = stream.replace(/\/\w+ <<[\s\S]*?>> BDC[\s\S]*?\bEMC/g, '')
      expect(outside).not.toMatch(/\bT[jJ]\b|\b[fSB]\n/)
      expect(stream.match(/\/Artifact <<\s*\/Type \/Pagination/g)?.length).toBeGreaterThan(0)
    }
  }
})

test('no text is smaller than 11 points', () => {
  const { objects } = readPdf(carne)
  const sizes = [...objects.values()].flatMap(({ stream = '' }) =>
    [...stream.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size)),
  )
  expect(sizes.length).toBeGreaterThan(50)
  expect(Math.min(...sizes)).toBe(11)
})

test('the link is tagged, has a description and leads to the payments page', () => {
  const { tree, one } = readPdf(carne)
  const [link] = ofType(tree, 'Link')
  expect(link?.text).toBe('https://recomeco.exemplo/payments')
  expect(link?.dictionary).toContain('/OBJR')
  expect(one(/\/Subtype \/Link/)).toContain('/Contents (Pagamentos da sua conta)')
  expect(one(/\/S \/URI/)).toContain('/URI (https://recomeco.exemplo/payments)')
})

test('an unsupported letter loses its diacritic, and a character of another script becomes a question mark', async () => {
  const named = { ...receipt, customer: { ...customer, name: 'José Núñez 王' } }
  const { tree } = readPdf(await renderPdf(receiptContent(named), issue))
  expect(tree.text).toContain('Recebemos de José Núnez ?, CPF')
})
