import type { checkShop } from './checks.ts'
import { type Duty, duties } from './duties.ts'

/** A duty as shown on the screen, with whether the current state of the shop fails to meet it. */
interface ShownDuty extends Pick<Duty, 'law' | 'asks' | 'met' | 'places'> {
  /** The titles of the tests that prove it, with their files. */
  tests: string[]
  isOpen: boolean
}

/** Returns all duties, in the order of the laws. */
export function readDuties(checked: ReturnType<typeof checkShop>): ShownDuty[] {
  const open = new Set(checked.flatMap(({ id, findings }) => (findings.length > 0 ? [id] : [])))
  return duties.map(({ law, asks, met, places, tests, check }) => ({
    law,
    asks,
    met,
    places,
    tests: tests.map(({ file, title }) => `${file}: “${title}”`),
    isOpen: check !== undefined && open.has(check),
  }))
}
