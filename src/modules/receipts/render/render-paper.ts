import { formatInstant } from '../../../core/calendar.ts'
import type { Paper, PaperBlock } from '../domain/paper.ts'
import { closeSheet, colours, frame, openSheet, type Print, type Sheet, sizes } from './sheet.ts'
import { drawFacts, drawTable } from './table.ts'

/**
 * Prints a paper as a tagged PDF (docs/decisions/0011): title, headings, tables with headers, language, reading order.
 * The same arguments give the same bytes.
 */
export function renderPaper(paper: Paper, print: Print): Promise<Uint8Array> {
  const sheet = openSheet(paper, print)
  put(sheet, 'H1', paper.title, { size: sizes.title, colour: colours.mata })
  put(sheet, 'P', `Nº ${print.number}, emitido em ${formatInstant(print.issuedAt)}, horário de Brasília`, {
    colour: colours.quiet,
  })
  space(sheet, 10)
  for (const block of paper.opening) draw(sheet, block)
  for (const { heading, blocks } of paper.sections) {
    space(sheet, 12)
    // A heading is never left alone at the foot of a page.
    sheet.need(90)
    put(sheet, 'H2', heading, { size: sizes.heading, colour: colours.mata })
    space(sheet, 4)
    for (const block of blocks) draw(sheet, block)
  }
  return closeSheet(sheet, paper, print.number)
}

function draw(sheet: Sheet, block: PaperBlock): void {
  switch (block.kind) {
    case 'amount':
      put(sheet, 'P', block.text, { size: sizes.amount })
      space(sheet, 6)
      break
    case 'text':
      sheet.need(sheet.heightOf(block.text, frame.width))
      put(sheet, 'P', block.text, { colour: colours.quiet })
      space(sheet, 6)
      break
    case 'link':
      drawLink(sheet, block)
      space(sheet, 6)
      break
    case 'facts':
      drawFacts(sheet, block.rows)
      break
    case 'table':
      drawTable(sheet, block)
      break
    default:
      block satisfies never
  }
}

function put(sheet: Sheet, type: string, text: string, look: { size?: number; colour?: string } = {}): void {
  sheet.root.add(sheet.leaf(type, () => sheet.write(text, look)))
}

/** Its address is printed, so that it also leads there from paper. */
function drawLink(sheet: Sheet, { url, text }: { url: string; text: string }): void {
  const { doc } = sheet
  sheet.need(20)
  const paragraph = doc.struct('P')
  sheet.root.add(paragraph)
  const link = doc.struct('Link', {}, () => {
    const { x, y } = doc
    sheet.write(url, { colour: colours.mata })
    const place = [x, y, Math.min(doc.widthOfString(url), frame.width), doc.y - y] as const
    const options = { structParent: link, Contents: new String(text) }
    doc.link(...place, url, options as never)
  })
  paragraph.add(link)
  paragraph.end()
}

function space(sheet: Sheet, points: number): void {
  sheet.doc.y += points
}
