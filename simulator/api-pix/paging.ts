import { Problem } from './problem.ts'

/** Returns `inicio` and `fim` of the query; where they are optional and absent, a period that includes every date. */
export function periodOf(query: URLSearchParams, problemKind: string, { isOptional = false } = {}) {
  const [first, last] = isOptional ? ['1970-01-01T00:00:00Z', '2999-12-31T00:00:00Z'] : ['', '']
  const [inicio, fim] = [query.get('inicio') ?? first, query.get('fim') ?? last]
  const [from, to] = [Date.parse(inicio), Date.parse(fim)]
  if (!(from <= to)) throw new Problem(400, problemKind)
  return { inicio, fim, has: (instant: string) => from <= Date.parse(instant) && Date.parse(instant) <= to }
}

/** Returns the page requested by the query, by default the first 100 items. */
export function paged<T>(found: readonly T[], query: URLSearchParams) {
  const current = Number(query.get('paginacao.paginaAtual') ?? 0)
  const size = Number(query.get('paginacao.itensPorPagina') ?? 100)
  const paginacao = {
    paginaAtual: current,
    itensPorPagina: size,
    quantidadeDePaginas: Math.max(1, Math.ceil(found.length / size)),
    quantidadeTotalDeItens: found.length,
  }
  return { paginacao, page: found.slice(current * size, (current + 1) * size) }
}
