import { OFFSET_ROOM } from '../../../platform/seal/seal-pdf.ts'
import type { Sheet } from './sheet.ts'

/** What a signature in a PDF says of itself, and the room for it. */
export interface SealRoom {
  /** Bytes. */
  room: number
  /** Who seals, by its certificate. */
  name: string
  reason: string
  at: Date
}

/** pdfkit's own names of the parts of a file. Missing in its types. */
interface PdfParts {
  ref(data: object): { end(): void }
  _root: { data: { AcroForm: { data: { Fields: unknown[]; SigFlags?: number; NeedAppearances?: boolean } } } }
  page: { annotations: { end(): void }[] }
  annotate(x: number, y: number, width: number, height: number, options: object): void
}

/**
 * A signature field without an appearance on the last page, tagged as a form field, with room for the signature that `sealPdf`
 * fills.
 */
export function addSealField({ doc, root }: Sheet, { room, name, reason, at }: SealRoom): void {
  const parts = doc as unknown as PdfParts
  const signature = parts.ref({
    ...{ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'ETSI.CAdES.detached' },
    ByteRange: [0, OFFSET_ROOM, OFFSET_ROOM, OFFSET_ROOM],
    Contents: Buffer.alloc(room),
    ...{ M: at, Name: new String(name), Reason: new String(reason) },
  })
  signature.end()
  const form = doc.struct('Form')
  root.add(form)
  parts.annotate(0, 0, 0, 0, {
    ...{ Subtype: 'Widget', FT: 'Sig', T: new String('Selo'), TU: new String(reason) },
    // Printed and locked (ISO 19005-3, 6.3.2).
    ...{ V: signature, F: 4 | 128, structParent: form },
  })
  form.end()
  doc.initForm()
  const { data } = parts._root.data.AcroForm
  data.Fields.push(parts.page.annotations.at(-1))
  // Signatures exist, and the file is only to be appended to (ISO 32000-1, 12.7.2).
  data.SigFlags = 3
  // PDF/A wants a form as it is, not as a reader would draw it (ISO 19005-3, 6.4.1).
  delete data.NeedAppearances
}
