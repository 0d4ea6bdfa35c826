import { refuse } from '../../../core/outcome.ts'
import type { Bureau } from '../ports.ts'

/** A bureau that answers nothing: the team looks everything up and delivers it from the desk. */
export function manualBureau(): Bureau {
  return { name: 'manual', answers: () => false, lookUp: async () => refuse('refused') }
}
