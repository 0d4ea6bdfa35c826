/**
 * A table as a file that Excel and LibreOffice in Portuguese open without an import dialogue: UTF-8 with a byte order mark,
 * semicolons, CRLF, decimal commas.
 */

/** A text, a whole number, or an amount in centavos, written in reais. */
export type CsvCell = string | number | { centavos: number } | { percent: number | undefined }

export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(cellText).join(';'))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return quoted(harmless(cell))
  if ('centavos' in cell) return (cell.centavos / 100).toFixed(2).replace('.', ',')
  return cell.percent === undefined ? '' : String(cell.percent).replace('.', ',')
}

/**
 * Prefixes an apostrophe to a text that begins like a formula, because a spreadsheet evaluates it even in quotes. The same applies when its
 * first character is full-width, or follows invisible characters: some spreadsheets, and some sanitisers, drop these.
 */
function harmless(text: string): string {
  const seen = text.normalize('NFKC').replace(/^[\s\p{Cc}\p{Cf}]+/u, '')
  return /^\s*[\t\r]/.test(text) || /^[=+\-@]/.test(seen) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
