import type { Figure } from './measure.ts'

const cores = 2

/** Formats the figures as a table: wall time, and CPU time and ratios, which depend less on other load. */
export function table(figures: readonly Figure[], hello: Figure): string {
  const head = [
    '',
    'per second',
    '% of bare',
    'median ms',
    '95% ms',
    'app CPU ms',
    'db CPU ms',
    '= bare',
    '2 cores',
  ]
  const helloCost = costOf(hello.web, hello)
  const rows = figures.map((figure) => {
    const { name, median, p95, failed, web, database } = figure
    const app = costOf(web, figure)
    const db = costOf(database, figure)
    const both = (app ?? 0) + (db ?? 0)
    return [
      failed > 0 ? `${name}: ${failed} failed` : name,
      number(rateOf(figure)),
      number((100 * rateOf(figure)) / rateOf(hello)),
      number(median),
      number(p95),
      number(app),
      number(db),
      number(helloCost && both > 0 ? both / helloCost : undefined),
      number(perTwoCores(figure)),
    ]
  })
  return aligned([head, ...rows])
}

/** Aligns text columns: the first to the left, the others to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

export function rateOf({ done, seconds }: Figure): number {
  return done / seconds
}

/** Operations per second on two cores that run only application and database. */
export function perTwoCores(figure: Figure): number | undefined {
  const both = (costOf(figure.web, figure) ?? 0) + (costOf(figure.database, figure) ?? 0)
  return both > 0 ? (cores * 1000) / both : undefined
}

/** Milliseconds of CPU time per operation. */
function costOf(seconds: number | undefined, { done }: Figure): number | undefined {
  return seconds === undefined || done === 0 ? undefined : (1000 * seconds) / done
}

function number(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
