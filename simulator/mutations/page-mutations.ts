/** Alteration of the request for a page before it is handled: the previous page again, the next page, or the opposite order. */
export type PageMutation = (query: URLSearchParams) => URLSearchParams

/** Parameter names of the first item and of the size of a page, in Mercado Pago's search and in API Pix (pages, not items). */
const names = [
  { first: 'offset', size: 'limit', perPage: false },
  { first: 'paginacao.paginaAtual', size: 'paginacao.itensPorPagina', perPage: true },
] as const

function turned(by: number): PageMutation {
  return (query) => {
    const changed = new URLSearchParams(query)
    for (const { first, size, perPage } of names) {
      if (!query.has(size)) continue
      const step = perPage ? 1 : Number(query.get(size))
      changed.set(first, String(Math.max(0, Number(query.get(first) ?? 0) + by * step)))
    }
    return changed
  }
}

export const pageMutations: Readonly<Record<string, PageMutation>> = {
  'page repeated': turned(-1),
  'page skipped': turned(1),
  'wrong order': (query) => {
    const changed = new URLSearchParams(query)
    if (query.has('criteria')) changed.set('criteria', query.get('criteria') === 'asc' ? 'desc' : 'asc')
    return changed
  },
}
