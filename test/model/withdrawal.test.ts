import { expect, test } from 'vitest'
import { type Decisions, decisions, exploreWithdrawals } from '../../scripts/model/withdrawal.ts'

const bounds = { panel: 1, crashes: 1, sweeps: 1 }

test.each([
  ['lists its returns', true],
  ['says only how much it has returned', false],
])(
  'whoever withdraws from one of two orders, no other order pays for it, where the provider %s',
  (_, isListed) => {
    const { breach, states } = exploreWithdrawals({ ...bounds, isListed })
    expect(breach).toBeUndefined()
    // Far fewer states would mean that the model no longer does what it describes.
    expect(states).toBeGreaterThan(3_000)
  },
)

/** Decisions that differ from those of the code in one respect. */
const wrong: Record<string, Partial<Decisions>> = {
  'does not ask what came back': {
    nextStep: (of) => decisions.nextStep({ ...of, unattributed: 0, unexplained: 0 }),
  },
  'sends whatever was requested': {
    nextStep: ({ amount }) => ({ kind: 'refund', amount }),
  },
  'takes what was never sent for sent': {
    nextStep: (of) => decisions.nextStep({ ...of, sent: of.sent === 'never' ? 'earlier' : of.sent }),
  },
  'takes what the panel returned for ours': {
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
