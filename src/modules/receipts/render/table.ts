import type { Align, PdfFact, PdfTable } from '../domain/pdf-content.ts'
import { colours, frame, type Sheet, type Structure } from './sheet.ts'
import { roomFor, splitRow } from './split-row.ts'

const padding = { x: 6, y: 4 }

interface Cell {
  text: string
  x: number
  width: number
  align: Align
  colour?: string
}

/**
 * A table whose rows do not break across pages, unless one is taller than a page. Its header is repeated on every page as an
 * artifact.
 */
export async function drawTable(sheet: Sheet, { columns, rows, total }: PdfTable): Promise<void> {
  const { doc } = sheet
  const cellsOf = (texts: readonly string[], colour?: string): Cell[] => {
    let x = frame.left
    return columns.map(({ share, align }, index) => {
      const width = share * frame.width
      const cell = { text: texts[index] ?? '', x, width, align, ...(colour && { colour }) }
      x += width
      return cell
    })
  }
  const head = cellsOf(
    columns.map(({ label }) => label),
    colours.mata,
  )
  const table = doc.struct('Table')
  sheet.root.add(table)

  const headHeight = heightOf(sheet, head)
  const [first] = rows
  sheet.need(headHeight + (first ? roomFor(heightOf(sheet, cellsOf(first)), headHeight) : 0))
  shade(sheet, headHeight)
  drawRow(sheet, table, head, () => ({ type: 'TH', scope: 'Column' }))
  for (const row of total ? [...rows, total] : rows) {
    await sheet.pause()
    const cells = cellsOf(row, row === total ? colours.mata : undefined)
    for (const part of splitRow(sheet, cells, {
      head: headHeight,
      heightOf: (some) => heightOf(sheet, some),
    })) {
      if (sheet.need(heightOf(sheet, part))) {
        shade(sheet, headHeight)
        sheet.decorate(() => drawCells(sheet, head), 'Pagination')
      }
      drawRow(sheet, table, part, (index) => (index === 0 ? { type: 'TH', scope: 'Row' } : { type: 'TD' }))
      rule(sheet)
    }
  }
  table.end()
}

/** Terms and values: a table of two columns, the first of which contains the row headers. */
export async function drawFacts(sheet: Sheet, facts: readonly PdfFact[]): Promise<void> {
  const table = sheet.doc.struct('Table')
  sheet.root.add(table)
  for (const { term, value } of facts) {
    await sheet.pause()
    const cells: Cell[] = [
      { text: term, x: frame.left, width: 150, align: 'left', colour: colours.quiet },
      { text: value, x: frame.left + 150, width: frame.width - 150, align: 'left' },
    ]
    for (const part of splitRow(sheet, cells, { head: 0, heightOf: (some) => heightOf(sheet, some) })) {
      sheet.need(heightOf(sheet, part))
      drawRow(sheet, table, part, (index) => (index === 0 ? { type: 'TH', scope: 'Row' } : { type: 'TD' }))
      rule(sheet)
    }
  }
  table.end()
}

function drawRow(
  sheet: Sheet,
  table: Structure,
  cells: readonly Cell[],
  kindOf: (index: number) => { type: 'TH' | 'TD'; scope?: 'Row' | 'Column' },
): void {
  const row = sheet.doc.struct('TR')
  table.add(row)
  drawCells(sheet, cells, (index, draw) => {
    const { type, ...options } = kindOf(index)
    row.add(sheet.leaf(type, draw, options))
  })
  row.end()
}

/** Draws a row and moves below it. `within` wraps the drawing of each cell in its structure element. */
function drawCells(
  sheet: Sheet,
  cells: readonly Cell[],
  within: (index: number, draw: () => void) => void = (_, draw) => draw(),
): void {
  const { doc } = sheet
  const top = doc.y
  const height = heightOf(sheet, cells)
  cells.forEach(({ text, x, width, align, colour }, index) => {
    const place = { x: x + padding.x, y: top + padding.y, width: width - 2 * padding.x, align }
    within(index, () => text && sheet.write(text, { ...place, ...(colour && { colour }) }))
  })
  doc.x = frame.left
  doc.y = top + height
}

function heightOf(sheet: Sheet, cells: readonly Cell[]): number {
  const heights = cells.map(({ text, width }) => sheet.heightOf(text || ' ', width - 2 * padding.x))
  return Math.max(...heights) + 2 * padding.y
}

function shade(sheet: Sheet, height: number): void {
  const { doc } = sheet
  sheet.decorate(() => doc.rect(frame.left, doc.y, frame.width, height).fill(colours.tint))
}

function rule(sheet: Sheet): void {
  const { doc } = sheet
  sheet.decorate(() =>
    doc
      .moveTo(frame.left, doc.y)
      .lineTo(frame.right, doc.y)
      .lineWidth(0.5)
      .strokeColor(colours.line)
      .stroke(),
  )
}
