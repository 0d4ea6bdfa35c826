import { formatInstant } from '../../../core/calendar.ts'
import type { PdfBlock, PdfContent, PdfFile } from '../domain/pdf-content.ts'
import { addSealField, type SealRoom } from './seal-field.ts'
import { closeSheet, colours, frame, type IssueInfo, openSheet, type Sheet, sizes } from './sheet.ts'
import { roomFor } from './split-row.ts'
import { drawFacts, drawTable } from './table.ts'

/**
 * Renders the content as a tagged PDF (docs/decisions/0011): title, headings, tables with headers, language, reading
 * order. Deterministic: equal arguments give equal bytes. Written in short turns of the event loop.
 */
export async function renderPdf(
  content: PdfContent,
  issue: IssueInfo,
  files: readonly PdfFile[] = [],
): Promise<Uint8Array> {
  const sheet = openSheet(content, issue)
  await draw(sheet, content, issue, files)
  return closeSheet(sheet, content, issue.number)
}

/**
 * Renders the content as an archivable PDF (docs/decisions/0063): PDF/A-3a, and PDF/UA like the others. With a seal it
 * reserves space for a signature, which `sealPdf` fills; without one it is as deterministic as the others.
 */
export async function renderArchivePdf(
  content: PdfContent,
  issue: IssueInfo,
  { files, seal }: { files: readonly PdfFile[]; seal?: SealRoom | undefined },
): Promise<Uint8Array> {
  const sheet = openSheet(content, issue, { isArchive: true })
  await draw(sheet, content, issue, files)
  if (seal) addSealField(sheet, seal)
  return closeSheet(sheet, content, issue.number)
}

async function draw(
  sheet: Sheet,
  content: PdfContent,
  issue: IssueInfo,
  files: readonly PdfFile[],
): Promise<void> {
  for (const file of files) attach(sheet, file, issue)
  put(sheet, 'H1', content.title, { size: sizes.title, colour: colours.mata })
  const numbered = `Nº ${issue.number}, emitido em ${formatInstant(issue.issuedAt)}, horário de Brasília`
  put(sheet, 'P', content.subtitle ?? numbered, { colour: colours.quiet })
  space(sheet, 10)
  for (const block of content.opening) await drawBlock(sheet, block)
  for (const { heading, blocks } of content.sections) {
    space(sheet, 12)
    // Keeps a heading with its content at a page break.
    sheet.need(90)
    put(sheet, 'H2', heading, { size: sizes.heading, colour: colours.mata })
    space(sheet, 4)
    for (const block of blocks) await drawBlock(sheet, block)
  }
}

function attach(
  { doc }: Sheet,
  { name, mediaType, description, relationship, bytes }: PdfFile,
  { issuedAt }: IssueInfo,
): void {
  const at = { creationDate: issuedAt, modifiedDate: issuedAt }
  const about = { name, type: mediaType, description, ...(relationship && { relationship }) }
  doc.file(Buffer.from(bytes), { ...about, ...at } as PDFKit.Mixins.PDFAttachmentOptions)
}

async function drawBlock(sheet: Sheet, block: PdfBlock): Promise<void> {
  await sheet.pause()
  switch (block.kind) {
    case 'amount':
      put(sheet, 'P', block.text, { size: sizes.amount })
      space(sheet, 6)
      break
    case 'text':
      sheet.need(roomFor(sheet.heightOf(block.text, frame.width)))
      put(sheet, 'P', block.text, { colour: colours.quiet })
      space(sheet, 6)
      break
    case 'link':
      drawLink(sheet, block)
      space(sheet, 6)
      break
    case 'facts':
      await drawFacts(sheet, block.rows)
      break
    case 'table':
      await drawTable(sheet, block)
      break
    default:
      block satisfies never
  }
}

function put(sheet: Sheet, type: string, text: string, look: { size?: number; colour?: string } = {}): void {
  sheet.root.add(sheet.leaf(type, () => sheet.write(text, look)))
}

/** Prints the URL as its text, so that it is usable when printed. */
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
