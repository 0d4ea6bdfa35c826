import { useEffect } from 'react'
import { lookupCopy as copy } from '../../copy/consultations.ts'
import { paymentCopy } from '../../copy/payments.ts'
import { usePage } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { ClosedCharge } from '../../ui/pix/closed-charge.tsx'
import { HowToPay } from '../../ui/pix/how-to-pay.tsx'
import { TrustStrip } from '../../ui/pix/trust-strip.tsx'
import { useLiveCharge } from '../../ui/pix/use-live-charge.ts'
import { WaitingCharge } from '../../ui/pix/waiting-charge.tsx'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/lookup.ts'
import { Eyebrow, HelpLink, OtherMethodButton, PrivateUrl } from './lookup-parts.tsx'
import { ClosedLookup, LookupProgress } from './lookup-progress.tsx'

const settlingSeconds = 3

/** A look-up in its present state, for whoever has its link. */
export function LookupPage({ data }: { data: Route.ComponentProps['loaderData'] }) {
  const { view, charge, stage, secondsLeft, address, key, consultation } = data
  const company = useCompany()
  const path = paths.lookup(key)
  const live = useLiveCharge(stage === 'paying' ? charge : undefined, {
    events: paths.lookupEvents(key),
    situation: paths.lookupSituation(key),
    approved: path,
  })
  useSettling(stage === 'settling')
  if (stage !== 'paying' || !charge) {
    return (
      <div className="wrap payment">
        {stage === 'settling' && (
          <noscript>
            <meta httpEquiv="refresh" content={String(settlingSeconds)} />
          </noscript>
        )}
        {stage === 'running' || stage === 'settling' || stage === 'late' ? (
          <LookupProgress {...{ view, charge, consultation, address }} late={stage === 'late'} />
        ) : (
          <ClosedLookup kind={stage === 'paying' ? 'cancelled' : stage} {...{ view, consultation }} />
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
              back={{ href: paths.lookupsDialog(), label: copy.another }}
            >
              {canChange && <OtherMethodButton path={path} now={charge.method} />}
            </ClosedCharge>
          )}
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

/** The provider approved the payment and settlement is still running: asks every few seconds. */
function useSettling(settling: boolean): void {
  const { refresh } = usePage()
  useEffect(() => {
    if (!settling) return
    const timer = setInterval(refresh, settlingSeconds * 1000)
    return () => clearInterval(timer)
  }, [settling, refresh])
}
