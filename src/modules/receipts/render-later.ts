/**
 * Loads the renderer of PDFs with the first one. Few processes render any, and pdfkit would cost each of them 30 MB of memory and
 * 0.15 s of its start.
 */
const renderer = () => import('./render/render-pdf.ts')

type Renderer = Awaited<ReturnType<typeof renderer>>

/** As `renderPdf` of render/render-pdf.ts. */
export const renderPdf: Renderer['renderPdf'] = async (...args) => (await renderer()).renderPdf(...args)

/** As `renderArchivePdf` of render/render-pdf.ts. */
export const renderArchivePdf: Renderer['renderArchivePdf'] = async (...args) =>
  (await renderer()).renderArchivePdf(...args)
