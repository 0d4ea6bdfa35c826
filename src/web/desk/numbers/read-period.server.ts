import { todayInSaoPaulo } from '../../../core/calendar.ts'
import { type Period, periodOf } from '../../../modules/numbers/public.ts'
import { searchOf } from '../../paths.ts'
import { keyNamed, periodNames } from '../list-names.ts'

/** Returns the period that a URL of the figures requests. */
export function readPeriod(request: Request, now: Date): Period {
  const search = searchOf('deskNumbers', request)
  return periodOf(
    {
      name: keyNamed(periodNames, search.get('periodo')),
      month: search.get('mes'),
      from: search.get('de'),
      to: search.get('ate'),
    },
    todayInSaoPaulo(now),
  )
}
