import type { OfferInShort } from '../../../modules/contracting/public.ts'
import { threadCopy as copy } from '../../copy/hiring.ts'
import { nonBreaking } from '../non-breaking.ts'

/** Steps from a chosen plan to the payment. For a signed-in user the account step is already done. */
const threads = {
  newcomer: ['data', 'account', 'contract', 'payment'],
  member: ['account', 'data', 'contract', 'payment'],
} as const

export type HiringStep = (typeof threads)['newcomer'][number]

interface OrderThreadProps {
  step: HiringStep
  /** Undefined if nothing of the order may be shown, as on another device before the confirmation. */
  order?: OfferInShort | undefined
}

/** The order thread on the pages of a hiring: the current step and the chosen plan. The sun marks the current step. */
export function OrderThread({ step, order }: OrderThreadProps) {
  return (
    <section className="thread" aria-label={copy.label}>
      <div className="wrap">
        <ThreadStep step={step} />
        {order && <ThreadOrder {...order} />}
      </div>
    </section>
  )
}

/** Step text 'Passo 2 de 4: sua conta', and a progress bar. */
export function ThreadStep({ step, member = false }: { step: HiringStep; member?: boolean }) {
  const steps = threads[member ? 'member' : 'newcomer']
  const now = steps.indexOf(step)
  return (
    <>
      <p className="thread-step">{copy.step(now + 1, steps.length, copy.steps[step])}</p>
      <div className="thread-bar" aria-hidden="true">
        {steps.map((one, index) => (
          <i key={one} className={index < now ? 'is-done' : index === now ? 'is-now' : undefined} />
        ))}
      </div>
    </>
  )
}

/** 'Limpeza de Nome', 'R$ 400 hoje + 20 × R$ 99,90'. */
export function ThreadOrder({ service, payment }: OfferInShort) {
  return (
    <p className="thread-order">
      <b>{service}</b> <span className="num">{nonBreaking(payment).replaceAll(' × ', '\u00a0×\u00a0')}</span>
    </p>
  )
}
