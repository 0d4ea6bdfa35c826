import { counted } from '../../../core/text.ts'

/** Portuguese names of the kinds of file, by storage folder. */
const kinds: { readonly [folder: string]: readonly [one: string, several: string] } = {
  documents: ['documento de cliente', 'documentos de clientes'],
  steps: ['prova de etapa', 'provas de etapas'],
  results: ['resultado de consulta', 'resultados de consultas'],
  receipts: ['recibo ou carnê', 'recibos ou carnês'],
}

/** Counts missing files by kind, the most frequent first. */
export function missingByKind(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    const folder = file.slice(0, file.indexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([folder, count]) => counted(count, ...(kinds[folder] ?? ['arquivo', 'arquivos'])))
}

export function missingFilesText(count: number): string {
  return `${counted(count, 'arquivo falta', 'arquivos faltam')} no armazenamento`
}
