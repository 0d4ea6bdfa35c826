import { expect, test } from 'vitest'
import { type Mistake, mistakes } from '../../scripts/model/books.ts'
import { disputeBounds, otherSmallBounds, smallBounds, wideBounds } from '../../scripts/model/bounds.ts'
import { disagreements } from '../../scripts/model/decisions.ts'
import { explore } from '../../scripts/model/explore.ts'
import { formatAction } from '../../scripts/model/format-action.ts'
import { breachesOf } from '../../scripts/model/laws.ts'
import { step } from '../../scripts/model/step.ts'
import { randomHistory, randomOf } from '../../scripts/model/walk.ts'
import { initialWorld } from '../../scripts/model/world.ts'
import { decideSettlement } from '../../src/modules/payments/domain/settlement.ts'

test.each([
  ['two answers under way', smallBounds, 19_000],
  ['any amount and any request', otherSmallBounds, 19_000],
  ['a bank that takes money and gives it back', disputeBounds, 1_000],
])(
  'every history with %s keeps every law, and the code decides as the model does',
  (_, bounds, minStates) => {
    const { breach, states } = explore(bounds, { look: disagreements })
    expect(breach && { history: breach.history.map(formatAction), says: breach.says }).toBeUndefined()
    // Far fewer states would mean that the model no longer does what it describes.
    expect(states).toBeGreaterThan(minStates)
  },
  120_000,
)

test('unrestricted histories keep every law', () => {
  const random = randomOf(20_261_122)
  for (let at = 0; at < 150; at++) {
    let world = initialWorld
    for (const [index, action] of randomHistory(wideBounds, random).entries()) {
      const after = step(world, action, wideBounds)
      const says = [...breachesOf(after, world), ...disagreements(world, action)]
      expect(says, `history ${at}, step ${index}: ${formatAction(action)}`).toEqual([])
      world = after
    }
  }
})

/** Shortest histories in which each mistake shows. */
const shortest: Record<Mistake, string[]> = {
  'believe-stale': ['fetch 0', 'pay 0 0', 'sweep', 'record 0'],
  'count-twice': ['pay 0 0', 'fetch 0', 'record 0', 'record 0'],
  'refund-without-looking': ['pay 0 0', 'panelRefund 0 3000', 'sweep', 'request 0 whole'],
  'forget-panel': ['pay 0 0', 'panelRefund 0 3000'],
  'reopen-instalment': ['pay 0 0', 'pay 1 0', 'sweep'],
  'keep-chargeback': ['pay 0 0', 'chargeBack 0', 'sweep', 'winDispute 0'],
}

test.each(mistakes)('a model with the mistake %s breaks a law', (mistake) => {
  const { breach } = explore(
    { ...smallBounds, sweeps: 1, disputes: mistake === 'keep-chargeback' ? 2 : 0 },
    { mistake },
  )
  expect(breach?.history.map(formatAction)).toEqual(shortest[mistake])
})

/** Decisions that differ from those of the code in one respect. */
const wrongDecisions: Record<string, typeof decideSettlement> = {
  'counts a payment again': (of) => decideSettlement({ ...of, known: undefined }),
  'settles a charge twice': (of) =>
    decideSettlement({ ...of, charge: of.charge && { ...of.charge, settledBy: undefined } }),
  '’accepts a centavo too little’': (of) =>
    decideSettlement({ ...of, charge: of.charge && { ...of.charge, amount: of.charge.amount - 1 } }),
  '’pays what is no longer owed’': (of) =>
    decideSettlement({ ...of, lines: of.lines.map((line) => ({ ...line, status: 'pending' as const })) }),
  'loses the excess': (of) =>
    decideSettlement({
      ...of,
      reported: { ...of.reported, amount: Math.min(of.reported.amount, of.charge?.amount ?? 0) },
    }),
}

test.each(Object.entries(wrongDecisions))('code that %s disagrees with the model', (_, decide) => {
  const bounds = { ...smallBounds, amounts: [0, -1, 500], panelRefunds: 0, requests: 0 }
  const look = (...[world, action]: Parameters<typeof disagreements>) =>
    disagreements(world, action, { decide })
  expect(explore(bounds, { look }).breach?.says).toContainEqual(expect.stringContaining('the code says'))
})

test('a sweep that skips too much disagrees with the model', () => {
  const look = (...[world, action]: Parameters<typeof disagreements>) =>
    disagreements(world, action, { skips: (known, report) => known?.status === report.status })
  const { breach } = explore({ ...smallBounds, sweeps: 1 }, { look })
  expect(breach?.says).toContainEqual(expect.stringContaining('skipping payment'))
})
