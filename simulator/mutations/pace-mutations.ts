import type { Pace } from './mutation.ts'

/** Ways in which a response is sent, and the amount of white space after it. */
export const paceMutations: Readonly<Record<string, { pace: Pace; padding?: number }>> = {
  '50 MB': { pace: 'whole', padding: 50_000_000 },
  'by the byte': { pace: 'by the byte' },
  'stops halfway': { pace: 'stops halfway' },
  'closes halfway': { pace: 'closes halfway' },
  'closes at once': { pace: 'closes at once' },
  never: { pace: 'never' },
  endless: { pace: 'endless' },
  'garbled chunks': { pace: 'garbled chunks' },
}
