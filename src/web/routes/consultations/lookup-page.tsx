import { useEffect } from 'react'
import { lookupCopy as copy } from '../../copy/consultations.ts'
import { creditsCopy, paymentCopy } from '../../copy/payments.ts'
import { usePage } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { ClosedCharge } from '../../ui/pix/closed-charge.tsx'
import { HowToPay } from '../../ui/pix/how-to-pay.tsx'
import { TrustStrip } from '../../ui/pix/trust-strip.tsx'
import { useLiveCharge } from '../../ui/pix/use-live-charge.ts'
import { WaitingCharge } from '../../ui/pix/waiting-charge.tsx'
import { useCompany } from '../../ui/use-company.ts'
import { CreditList } from '../payments/credit-list.tsx'
import type { Route } from './+types/lookup.ts'
import { Eyebrow, HelpLink, OtherMethodButton, PrivateUrl } from './lookup-parts.tsx'
import { ClosedLookup, DeliveredLookup, LookupProgress } from './lookup-progress.tsx'

const settlingSeconds = 3
/** Short, because the team may deliver at any moment. */
const runningSeconds = 30

/** A look-up in its current state, for the holder of its link. */
export function LookupPage({ data }: { data: Route.ComponentProps['loaderData'] }) {
  const { view, charge, stage, secondsLeft, address, key, consultation, link, credits, returns } = data
  const { lookupText: text, lookupGoingBackText: goingBackText } = creditsCopy
  const credit = credits.length > 0 && <CreditList {...{ credits, text, goingBackText }} />
  const company = useCompany()
  const path = paths.lookup(key)
  const live = useLiveCharge(stage === 'paying' ? charge : undefined, {
    events: paths.lookupEvents(key),
    situation: paths.lookupSituation(key),
    approved: path,
  })
  const isRunning = stage === 'running' || stage === 'late'
  const pollSeconds = stage === 'settling' ? settlingSeconds : isRunning ? runningSeconds : undefined
  usePolling(pollSeconds)
  if (stage !== 'paying' || !charge) {
    return (
      <div className="wrap payment">
        {pollSeconds !== undefined && (
          <noscript>
            <meta httpEquiv="refresh" content={String(pollSeconds)} />
          </noscript>
        )}
        {isRunning || stage === 'settling' ? (
          <LookupProgress {...{ view, charge, consultation, address }} late={stage === 'late'}>
            {credit}
          </LookupProgress>
        ) : stage === 'delivered' ? (
          <DeliveredLookup {...{ view, consultation, link, path }}>{credit}</DeliveredLookup>
        ) : (
          <ClosedLookup kind={stage === 'paying' ? 'cancelled' : stage} {...{ view, consultation, returns }}>
            {credit}
          </ClosedLookup>
        )}
      </div>
    )
  }
  const open = charge.phase === 'waiting' || charge.phase === 'review'
  const canChange = charge.phase !== 'review' && charge.phase !== 'amount_mismatch'
  return (
    <div className="wrap payment">
      <Eyebrow title={consultation.title} cpf={view.cpf} />
      <h1 className="sr-only">{paymentCopy.title}</h1>
      <div className="split mt-2">
        <section>
          {open ? (
            <WaitingCharge key={charge.id} {...{ charge, secondsLeft, live }} action={path}>
              {canChange && <OtherMethodButton path={path} now={charge.method} />}
            </WaitingCharge>
          ) : (
            <ClosedCharge
              charge={charge}
              action={path}
              payAgain={copy.payAgain}
              back={{ href: paths.lookupsDialog(), label: copy.another }}
            >
              {canChange && <OtherMethodButton path={path} now={charge.method} />}
            </ClosedCharge>
          )}
          {credit}
        </section>
        <aside className="split-aside">
          {open && <TrustStrip receiver={company} method={charge.method} provider={charge.provider} />}
          {canChange && <HowToPay card={charge.method === 'credit_card'} />}
          <PrivateUrl address={address} />
          <HelpLink />
        </aside>
      </div>
    </div>
  )
}

/** Refreshes the page every `seconds` while it is visible, because settlement is still running or the team is at work. */
function usePolling(seconds: number | undefined): void {
  const { refresh } = usePage()
  useEffect(() => {
    if (seconds === undefined) return
    const timer = setInterval(() => document.hidden || refresh(), seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds, refresh])
}
