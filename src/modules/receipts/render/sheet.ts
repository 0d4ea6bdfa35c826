import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { inTurns } from '../../../platform/turns.ts'
import type { Align, PdfContent } from '../domain/pdf-content.ts'

export type Structure = PDFKit.PDFStructureElement

/** Number and date of an issued PDF. */
export interface IssueInfo {
  /** '2026/000012'. */
  number: string
  issuedAt: Date
}

/** The font of the site's headings as TTF, because pdfkit cannot subset WOFF2. Its licence permits embedding. */
const face = parseFace(readFileSync(new URL('bricolage-650.ttf', import.meta.url)))

/** From src/web/tokens.css; text colours have a contrast of at least 4.5:1 on white. */
export const colours = { ink: '#14241e', quiet: '#47564f', mata: '#0c5542', line: '#e2dacb', tint: '#f3eee4' }

/** In points. No text is smaller than `body`. */
export const sizes = { title: 26, heading: 15, amount: 30, body: 11 }

/** A4, in points. */
export const frame = { left: 50, right: 545, width: 495, top: 92, bottom: 768 }

/** A4 pages with one structure tree. `leaf` draws content; `decorate` draws artifacts outside the tree. */
export interface Sheet {
  doc: PDFKit.PDFDocument
  root: Structure
  /** Draws a leaf of the structure tree at its place in the reading order. */
  leaf(type: string, draw: () => void, options?: { scope?: 'Row' | 'Column' }): Structure
  /** Draws an artifact, which assistive technology ignores. */
  decorate(draw: () => void, type?: 'Layout' | 'Pagination'): void
  /** Starts a new page unless `height` points are left on this one; returns whether it did. */
  need(height: number): boolean
  write(text: string, options?: WriteOptions): void
  heightOf(text: string, width: number, size?: number): number
  /** Called between two parts: lets other requests proceed, if the PDF has kept them waiting. */
  pause(): Promise<void>
}

interface WriteOptions {
  x?: number
  y?: number
  width?: number
  size?: number
  colour?: string
  align?: Align
}

/**
 * Opens a PDF 1.7 that declares PDF/UA-1, for an archive also PDF/A-3a. Its bytes depend only on the content, the number and the
 * date.
 */
export function openSheet(
  { title }: Pick<PdfContent, 'title'>,
  { number, issuedAt }: IssueInfo,
  { isArchive = false }: { isArchive?: boolean } = {},
): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: frame.top, bottom: 841.89 - frame.bottom, left: frame.left, right: 595.28 - frame.right },
    bufferPages: true,
    pdfVersion: '1.7',
    // 'PDF/UA' is missing in pdfkit's types.
    subset: (isArchive ? 'PDF/A-3a' : 'PDF/UA') as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    // pdfkit derives its timestamp and file id from these.
    info: { Title: `${title} ${number}`, CreationDate: issuedAt, ModDate: issuedAt },
  })
  if (isArchive) declareAccessible(doc)
  doc.registerFont('face', face as never)
  doc.font('face')
  cacheLayout(fontOf(doc))
  const root = doc.struct('Document')
  doc.addStructure(root)

  const sheet: Sheet = {
    doc,
    root,
    leaf: (type, draw, options = {}) =>
      doc.struct(type, options as PDFKit.Mixins.StructureElementOptions, draw),
    decorate(draw, type = 'Layout') {
      doc.markContent('Artifact', { type })
      draw()
      doc.endMarkedContent()
    },
    need(height) {
      if (doc.y + height <= frame.bottom) return false
      doc.addPage()
      return true
    },
    write(text, { x = frame.left, y = doc.y, width = frame.width, size = sizes.body, colour, align } = {}) {
      doc
        .fontSize(size)
        .fillColor(colour ?? colours.ink)
        .text(breakable(printable(text)), x, y, {
          width,
          align: align ?? 'left',
          lineGap: gapOf(size),
          features: ['tnum'],
        })
    },
    heightOf: (text, width, size = sizes.body) =>
      doc
        .fontSize(size)
        .heightOfString(breakable(printable(text)), { width, lineGap: gapOf(size), features: ['tnum'] }),
    pause: inTurns(),
  }
  return sheet
}

/**
 * Declares PDF/UA-1 in an archive too, because pdfkit declares only one of the two. PDF/A requires a description of
 * schemas that it does not define (ISO 19005-3, 6.6.2.3).
 */
function declareAccessible(doc: PDFKit.PDFDocument): void {
  const described = `
        <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
                <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
                    <pdfaProperty:name>part</pdfaProperty:name>
                    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
                    <pdfaProperty:category>internal</pdfaProperty:category>
                    <pdfaProperty:description>Indicates which part of ISO 14289 is followed</pdfaProperty:description>
                </rdf:li></rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>
        `
  // Missing in pdfkit's types.
  ;(doc as unknown as { appendXML(xml: string): void }).appendXML(described)
}

/** Adds header and footer to every page and returns the file. */
export async function closeSheet(
  sheet: Sheet,
  { issuer, title }: PdfContent,
  number: string,
): Promise<Uint8Array> {
  const { doc } = sheet
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    await sheet.pause()
    doc.switchToPage(page)
    // Without this pdfkit starts a new page below the margin.
    doc.page.margins.bottom = 0
    sheet.decorate(() => {
      sheet.write(issuer, { y: 40, width: 330, colour: colours.quiet })
      sheet.write(`${title} ${number}`, { y: 790, width: 330, colour: colours.quiet })
      const place = `Página ${page - start + 1} de ${count}`
      sheet.write(place, { x: 390, y: 790, width: 155, align: 'right', colour: colours.quiet })
      for (const y of [74, 780]) {
        doc.moveTo(frame.left, y).lineTo(frame.right, y).lineWidth(0.75).strokeColor(colours.line).stroke()
      }
    }, 'Pagination')
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    sheet.root.end()
    doc.end()
  })
}

/** pdfkit's font of a document. Missing in its types. */
interface EmbeddedFont {
  /** The parsed typeface, shared by documents. */
  font: { characterSet: number[] }
  layoutRun(text: string, features?: readonly string[]): object
}

function fontOf(doc: PDFKit.PDFDocument): EmbeddedFont {
  return (doc as unknown as { _font: EmbeddedFont })._font
}

/** Parses the typeface once: pdfkit would do it for every document. */
function parseFace(file: Buffer): EmbeddedFont['font'] {
  return fontOf(new PDFDocument().font(file)).font
}

/** Lays out each text of a document once. pdfkit does so itself only when no features are requested. */
function cacheLayout(font: EmbeddedFont): void {
  const layOut = font.layoutRun.bind(font)
  const runs = new Map<string, object>()
  font.layoutRun = (text, features = []) => {
    const key = `${features} ${text}`
    const run = runs.get(key) ?? layOut(text, features.length > 0 ? features : undefined)
    runs.set(key, run)
    return run
  }
}

const gapOf = (size: number) => (size > 20 ? 2 : 3)

/** The font covers Portuguese. An unsupported letter loses its diacritic ('Núñez' → 'Núnez') or becomes '?'. */
function printable(text: string): string {
  return Array.from(text.normalize('NFC').replace(/\s/gu, ' '), (letter) =>
    [letter, letter.normalize('NFD').charAt(0), '?'].find(isKnown),
  ).join('')
}

/**
 * No real word has two hundred letters. Longer ones are broken here: for each line pdfkit measures the whole rest of a word, which
 * takes seconds and gigabytes for a text without a space.
 */
function breakable(text: string): string {
  return text.replace(/[^ ]{200,}/gu, (word) => word.match(/.{1,40}/gu)?.join('\n') ?? word)
}

const known = new Set(face.characterSet)
const isKnown = (letter: string) => known.has(letter.codePointAt(0) ?? 0)
