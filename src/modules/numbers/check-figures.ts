import { addDays, todayInSaoPaulo } from '../../core/calendar.ts'
import { checkFigures } from '../../platform/figures/figures.ts'
import type { NumbersDeps } from './deps.ts'
import { checkedDay } from './domain/check-day.ts'

/**
 * Compares the figures of yesterday and of one other day with their rows, and repairs differences. A difference is a defect,
 * and is logged as one.
 *
 * @returns the days that differed, each with its source
 */
export async function checkSomeDays(deps: NumbersDeps): Promise<{ source: string; day: string }[]> {
  const now = deps.clock.now()
  const today = todayInSaoPaulo(now)
  const repaired: { source: string; day: string }[] = []
  for (const source of deps.sources) {
    for (const day of new Set([addDays(today, -1), checkedDay(now, today)])) {
      if (await checkFigures(deps, source, day)) repaired.push({ source: source.name, day })
    }
  }
  if (repaired.length > 0)
    deps.log.error({ repaired }, 'figures of a day differed from its rows and were made again')
  return repaired
}
