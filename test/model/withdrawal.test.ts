import { expect, test } from 'vitest'
import { type Decisions, decisions, exploreWithdrawals } from '../../scripts/model/withdrawal.ts'

const bounds = { paid: [10_000, 10_000] as const, panel: 1, crashes: 1, sweeps: 1, slow: 0 }
const slowly = { paid: [10_000, 30_000] as const, panel: 1, crashes: 0, sweeps: 0, slow: 1 }

test.each([
  ['lists its returns', { ...bounds, isListed: true }],
  ['reports only the total it has returned', { ...bounds, isListed: false }],
  ['takes its time', { ...slowly, isListed: true }],
])('no other order pays for the withdrawal of one of two, where the provider %s', (_, of) => {
  const { breach, states } = exploreWithdrawals(of)
  expect(breach).toBeUndefined()
  // Far fewer states would mean that the model no longer does what it describes.
  expect(states).toBeGreaterThan(3_000)
})

/** Decisions that differ from those of the code in one respect. */
const wrong: Record<string, Partial<Decisions>> = {
  'does not ask what came back': {
    nextStep: (of) => decisions.nextStep({ ...of, unattributed: 0, unexplained: 0 }),
  },
  '’sends whatever was requested’': {
    nextStep: ({ amount }) => ({ kind: 'refund', amount }),
  },
  'forgets what it has sent': {
    nextStep: (of) => decisions.nextStep({ ...of, sent: 'never' }),
  },
  '’mistakes the panel’s returns for ours’': {
    unrecordedReturns: ({ recorded, ...of }) =>
      decisions.unrecordedReturns({
        ...of,
        recorded: recorded.map((one) => ({ ...one, sentAt: new Date(0) })),
      }),
  },
  'guesses what a return was for': {
    clearAttribution: (of) => decisions.clearAttribution({ ...of, isGoingBack: () => true }),
  },
  'never says what a return was for': { clearAttribution: () => undefined },
}

test.each(Object.entries(wrong))('code that %s breaks a law', (_, by) => {
  const found = exploreWithdrawals({ ...bounds, isListed: true }, { ...decisions, ...by })
  expect(found.breach).toBeDefined()
})

test('code that ignores refunds in process at the provider refunds twice', () => {
  const forgets: Decisions = {
    ...decisions,
    nextStep: (of) => decisions.nextStep({ ...of, isAccepted: false, underWay: 0 }),
  }
  const found = exploreWithdrawals({ ...slowly, isListed: true }, forgets)
  expect(found.breach?.says).toContain('order 0: 20000 given back of 10000')
})
