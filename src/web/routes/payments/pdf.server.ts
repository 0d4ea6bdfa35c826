import type { IssuedPdf, PdfKind } from '../../../modules/receipts/public.ts'
import { missingFilePage } from '../../missing-file.server.tsx'

const names: Record<PdfKind, string> = { receipt: 'recibo', schedule: 'carne' }

/** Returns a PDF that the browser shows inline, never cached; a 404 if the user has no such PDF. */
export function pdfResponse(paper: IssuedPdf | undefined): Response {
  if (!paper) return missingFilePage()
  const { kind, number, bytes } = paper
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.length),
      'Content-Disposition': `inline; filename="${names[kind]}-${number.replace('/', '-')}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
