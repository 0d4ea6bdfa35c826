import { expect, test } from 'vitest'
import type { PdfBlock, PdfContent } from '../../../src/modules/receipts/domain/pdf-content.ts'
import { renderPdf } from '../../../src/modules/receipts/render/render-pdf.ts'
import { type Node, readPdf } from './read-pdf.ts'

const issue = { number: '2026/000012', issuedAt: new Date('2026-11-22T02:31:00Z') }
const filler: PdfBlock = {
  kind: 'facts',
  rows: Array.from({ length: 12 }, () => ({ term: 'Antes', value: 'x' })),
}
const columns = [
  { label: 'Em', share: 0.3, align: 'left' as const },
  { label: 'O que foi dito', share: 0.7, align: 'left' as const },
]
const words = (count: number) => Array.from({ length: count }, (_, at) => `palavra${at}`).join(' ')

const all = (node: Node): Node[] => [node, ...node.children.flatMap(all)]

/** Returns the pages of a PDF as the texts and heights of what is drawn on each, and its structure. */
async function rendered(block: PdfBlock, before: PdfBlock[] = []) {
  const content: PdfContent = {
    ...{ title: 'Provas', issuer: 'Empresa Exemplo', opening: [] },
    sections: [{ heading: 'Mensagens', blocks: [...before, block] }],
  }
  const pdf = readPdf(await renderPdf(content, issue))
  const pages = [...pdf.objects.values()].filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary))
  const leavesOn = pages.map(({ dictionary }) => {
    const stream = pdf.at(/\/Contents (\d+)/.exec(dictionary)?.[1])?.stream ?? ''
    return stream.match(/MCID/g)?.length ?? 0
  })
  // 'Tm' positions a line of text: distance from the bottom of the page, in points.
  const lowest = pages.map(({ dictionary }) => {
    const stream = pdf.at(/\/Contents (\d+)/.exec(dictionary)?.[1])?.stream ?? ''
    const body = stream.split('/Pagination')[0] ?? ''
    return Math.min(...[...body.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map(([, y]) => Number(y)))
  })
  return { tree: pdf.tree, leavesOn, lowest }
}

const cellsOf = (tree: Node, column: number) =>
  all(tree)
    .filter(({ type }) => type === 'TR')
    .map(({ children }) => children[column]?.text ?? '')

test.each([
  ['a few pages of words', words(1_500)],
  ['a single word of several pages', 'x'.repeat(12_000)],
  ['a page and a word', words(520)],
])('a table row with %s continues page by page, without a page of headings alone', async (_what, text) => {
  for (const before of [[], [filler], [filler, filler]]) {
    const { tree, leavesOn, lowest } = await rendered(
      {
        kind: 'table',
        columns,
        rows: [
          ['24/11/2026', text],
          ['25/11/2026', 'depois'],
        ],
      },
      before,
    )
    const said = cellsOf(tree, 1).filter((one) => one !== '')
    const parts = said.slice(said.indexOf('O que foi dito') + 1)
    expect(parts.slice(0, -1).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    expect(parts.at(-1)).toBe('depois')
    // Every page contains part of the row.
    expect(Math.min(...leavesOn)).toBeGreaterThan(0)
    expect(leavesOn.length).toBeLessThanOrEqual(parts.length + 1)
    expect(Math.min(...lowest)).toBeGreaterThan(841 - 780)
  }
})

test('a fact taller than a page continues on the next, and a paragraph begins below its heading', async () => {
  const facts = await rendered({ kind: 'facts', rows: [{ term: 'Motivo', value: words(1_500) }] })
  expect(cellsOf(facts.tree, 1).join(' ')).toBe(words(1_500))
  expect(cellsOf(facts.tree, 0).filter((term) => term !== '')).toEqual(['Motivo'])
  const paragraph = await rendered({ kind: 'text', text: words(1_500) })
  expect(facts.leavesOn.length).toBeGreaterThan(2)
  expect(paragraph.leavesOn.length).toBeGreaterThan(2)
  // Title, number, heading, and the beginning of the content.
  expect(paragraph.leavesOn[0]).toBe(4)
})

test('renders a text of maximum length without a space in bounded memory', async () => {
  const { tree, leavesOn } = await rendered({
    kind: 'table',
    columns,
    rows: [['24/11/2026', 'x'.repeat(40_000)]],
  })
  expect(cellsOf(tree, 1).join('')).toContain('x'.repeat(40_000))
  expect(leavesOn.length).toBeGreaterThan(10)
})
