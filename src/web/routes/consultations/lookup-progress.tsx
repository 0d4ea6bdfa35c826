import type { ReactNode } from 'react'
import { formatInstant } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import type { ConsultationView, ResultLinkState } from '../../../modules/consultations/public.ts'
import type { MoneyReturn } from '../../../modules/payments/public.ts'
import { lookupCopy as copy } from '../../copy/consultations.ts'
import { resultCopy } from '../../copy/lookup-result.ts'
import { returnedHow } from '../../copy/payments.ts'
import { SentForm } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { DataList } from '../../ui/data-list.tsx'
import type { ShownCharge } from '../../ui/pix/shown-charge.ts'
import { Steps } from '../../ui/steps.tsx'
import { Eyebrow, HelpLink, PrivateUrl } from './lookup-parts.tsx'

/** Fields of a look-up that its page shows. */
export type ShownLookup = Pick<
  ConsultationView,
  'cpf' | 'createdAt' | 'paidAt' | 'promisedAt' | 'deliveredAt'
>

interface LookupProps {
  view: ShownLookup
  /** From the catalogue: title, price in centavos, and the promised time. */
  consultation: { title: string; price: number; promise: string }
  /** Money that was received in addition to the price. */
  children: ReactNode
}

/** A paid look-up: the item bought, the CPF, the deadline and the URL of this page. */
export function LookupProgress({
  view,
  charge,
  consultation,
  late,
  address,
  children,
}: LookupProps & { charge: ShownCharge | undefined; late: boolean; address: string }) {
  const { title, price, promise } = consultation
  const until = view.promisedAt ? copy.until(formatInstant(view.promisedAt)) : promise
  return (
    <>
      <p className="eyebrow">{title}</p>
      <h1 className="mt-2">{copy.paid.title}</h1>
      <p className="lead mt-3 num">{late ? copy.late.lead(until) : copy.paid.lead(until)}</p>
      <div className="split mt-8">
        <section>
          {late && (
            <div className="mb-6">
              <Callout tone="now" title={copy.late.title}>
                {copy.late.text}
              </Callout>
            </div>
          )}
          <div className="card">
            <Steps
              label={copy.steps.label}
              steps={[
                { state: 'done', title: copy.steps.asked, text: formatInstant(view.createdAt) },
                {
                  state: 'done',
                  title: copy.steps.paid,
                  ...(view.paidAt && { text: formatInstant(view.paidAt) }),
                },
                { state: 'now', title: `${copy.steps.result} ${until}`, text: copy.steps.resultText },
              ]}
            />
          </div>
          <div className="mt-6">
            <DataList
              items={[
                { term: copy.kind, value: title },
                { term: copy.cpf, value: view.cpf },
                { term: copy.amount, value: formatBRL(charge?.amount ?? price) },
              ]}
            />
          </div>
          {children}
        </section>
        <aside className="split-aside">
          <PrivateUrl address={address} />
          <HelpLink />
        </aside>
      </div>
    </>
  )
}

/** The link that currently opens the result, or the reason why there is none. */
export interface ShownLink {
  state: ResultLinkState
  key: string
  expiresAt: Date
  erasedAt: Date | undefined
}

/** A delivered look-up: the link to its result, which opens only for the buyer. */
export function DeliveredLookup({
  view,
  consultation,
  link,
  path,
  children,
}: LookupProps & { link: ShownLink | undefined; path: string }) {
  const state = link?.erasedAt ? 'erased' : (link?.state ?? 'outside')
  const { title, lead } = copy.delivered
  return (
    <>
      <Eyebrow title={consultation.title} cpf={view.cpf} />
      <h1 className="mt-2">{title}</h1>
      <p className="lead mt-3 num">{lead[state]}</p>
      {children}
      <div className="actions">
        {link && state === 'live' && (
          <LinkButton href={paths.lookupResult(link.key)}>{copy.delivered.open}</LinkButton>
        )}
        {state === 'expired' && (
          <SentForm action={path}>
            <Button name="intent" value="result-link" busyLabel={resultCopy.expired.busy}>
              {resultCopy.expired.ask}
            </Button>
          </SentForm>
        )}
        <LinkButton tone="quiet" href={paths.lookupsDialog()}>
          {copy.another}
        </LinkButton>
      </div>
      {link && state === 'live' && <p className="note mt-4 num">{resultCopy.shown.until(link.expiresAt)}</p>}
      <div className="mt-4">
        <HelpLink />
      </div>
    </>
  )
}

/** A look-up in a final state. */
export function ClosedLookup({
  kind,
  view,
  consultation,
  returns,
  children,
}: LookupProps & { kind: 'refunding' | 'cancelled' | 'reversed'; returns: readonly MoneyReturn[] }) {
  const { title, lead } = copy[kind]
  const isBack = kind === 'reversed' && returns.length > 0
  return (
    <>
      <Eyebrow title={consultation.title} cpf={view.cpf} />
      <h1 className="mt-2">{title}</h1>
      <p className="lead mt-3">
        {isBack ? returns.map((part) => `${formatBRL(part.amount)}. ${returnedHow(part)}.`).join(' ') : lead}
      </p>
      {children}
      <div className="actions">
        <LinkButton tone="quiet" href={paths.lookupsDialog()}>
          {copy.another}
        </LinkButton>
      </div>
      <div className="mt-4">
        <HelpLink />
      </div>
    </>
  )
}
