import { costOf, type Figure } from './measure.ts'

const cores = 2

/** Formats the figures as a table of wall time, CPU time and ratios; CPU time and ratios depend less on other load. */
export function table(figures: readonly Figure[], hello: Figure): string {
  const head = [
    '',
    'per second',
    'median ms',
    '95% ms',
    'app',
    'database',
    'worker',
    'CPU ms',
    'spread',
    '= bare',
    '2 cores',
  ]
  const rows = figures.map((figure) => {
    const { name, median, p95, failed, done, spread } = figure
    const each = (seconds: number | undefined) =>
      number(seconds === undefined ? undefined : (1000 * seconds) / done)
    return [
      failed > 0 ? `${name}: ${failed} failed` : name,
      number(rateOf(figure)),
      number(median),
      number(p95),
      each(figure.app),
      each(figure.database),
      each(figure.worker),
      number(costOf(figure)),
      spread ? `${number(spread[0])} to ${number(spread[1])}` : '–',
      number(inBare(figure, hello)),
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

/** Returns the operations per second on two cores that run only application, worker and database. */
export function perTwoCores(figure: Figure): number | undefined {
  const cost = costOf(figure)
  return cost ? (cores * 1000) / cost : undefined
}

/** Returns the cost of an operation as a multiple of the bare responses of the same run, which is comparable between machines. */
export function inBare(figure: Figure, hello: Figure): number | undefined {
  const [cost, bare] = [costOf(figure), costOf(hello)]
  return cost && bare ? cost / bare : undefined
}

/** Cost of each stage in an earlier run, as a multiple of bare responses. */
export type KeptFigures = Readonly<Record<string, number>>

/** Ratio within which two runs of the same code differ on a shared machine. */
const noise = 1.25

/** Returns one sentence for each stage that became more expensive or cheaper than in the kept figures. */
export function comparedWith(kept: KeptFigures, figures: readonly Figure[], hello: Figure): string[] {
  return figures.flatMap((figure) => {
    const [before, now] = [kept[figure.name], inBare(figure, hello)]
    if (!before || !now) return []
    const ratio = now / before
    if (ratio > noise) return [`Dearer: ${figure.name}, ${number(ratio)} times what is kept.`]
    return ratio < 1 / noise ? [`Cheaper: ${figure.name}, ${number(1 / ratio)} times.`] : []
  })
}

/** Returns the figures of a run that the next one is compared with. */
export function toKeep(figures: readonly Figure[], hello: Figure): KeptFigures {
  const costs = figures.map((figure) => [figure.name, Math.round(inBare(figure, hello) ?? 0)] as const)
  return Object.fromEntries(costs.filter(([, cost]) => cost > 0))
}

function number(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
