import { data, redirect } from 'react-router'
import { formatBRL } from '../../../core/money.ts'
import { formatPhone } from '../../../core/phone.ts'
import { appContext, viewerContext } from '../../context.ts'
import { successCopy as copy } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { clearCookie, cookiesFor } from '../../session/cookies.server.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import { useCompany } from '../../ui/use-company.ts'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'
import type { Route } from './+types/success.ts'
import { type SuccessState, successState } from './paid-receipt.server.ts'
import { ReceiptCard } from './receipt-card.tsx'

const here = paths.paymentSuccess()

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { ...copy.meta[loaderData?.kind === 'paid' ? 'paid' : 'other'], path: here })

/**
 * Loads the receipt of the payment. Hiring and payment are complete: clears their cookies (specification, section 4), but not
 * while the money of the charge has not arrived.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config, log } = context.get(appContext)
  let state: SuccessState
  try {
    state = await successState({ request, context })
  } catch (err) {
    log.error({ err }, 'payment success: loading failed')
    return data({ kind: 'failed' as const }, { status: 503 })
  }
  if (state.kind === 'lookup') throw redirect(paths.payment())
  if (state.kind === 'waiting') return data(state)
  const { charge, draft, order } = cookiesFor(config.session)
  const headers = new Headers()
  for (const cookie of [charge, draft, order]) headers.append('Set-Cookie', await clearCookie(cookie))
  return data({ ...state, isSignedIn: context.get(viewerContext) !== null }, { headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'failed') return <FailedState title={copy.failed} retryHref={here} />
  return (
    <>
      <Outcome loaderData={loaderData} />
      {loaderData.kind === 'paid' ? (
        <AfterPaying title={copy.nextTitle} next={loaderData.receipt.isFirst ? copy.next : copy.nextLater} />
      ) : (
        <AfterPaying title={copy.afterTitle} next={copy.next} />
      )}
    </>
  )
}

function Outcome({
  loaderData,
}: {
  loaderData: Exclude<Route.ComponentProps['loaderData'], { kind: 'failed' }>
}) {
  switch (loaderData.kind) {
    case 'paid': {
      const { receipt } = loaderData
      return (
        <>
          <PageHeader
            title={copy.paid.title}
            lead={nonBreaking(copy.paid.lead(formatBRL(receipt.received)))}
          />
          <div className="wrap pb-12">
            <ReceiptCard receipt={receipt} />
          </div>
        </>
      )
    }
    case 'waiting':
      return (
        <PageHeader title={copy.waiting.title} lead={copy.waiting.lead}>
          <LinkButton href={paths.payment()}>{copy.waiting.action}</LinkButton>
        </PageHeader>
      )
    case 'none':
      return (
        <PageHeader title={copy.none.title} lead={copy.none.lead}>
          {loaderData.isSignedIn ? (
            <LinkButton href={paths.payments()}>{copy.none.signedIn}</LinkButton>
          ) : (
            <LinkButton href={paths.auth()}>{copy.none.anonymous}</LinkButton>
          )}
        </PageHeader>
      )
    default:
      return loaderData satisfies never
  }
}

/** The next steps after a payment, and contact data (specification, section 2). */
function AfterPaying({ title, next }: { title: string; next: typeof copy.next | typeof copy.nextLater }) {
  const { phone, email } = useCompany()
  return (
    <>
      <Section band="white" tight title={title}>
        <div className="mt-5 max-w-read">
          <Process steps={next} />
        </div>
      </Section>
      <Section tight title={copy.infoTitle}>
        <dl className="answers max-w-read">
          {copy.info.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section band="sunk" tight title={copy.supportTitle}>
        <p className="mt-2">{copy.hours}</p>
        <div className="mt-4 max-w-form">
          <DataList
            items={[
              {
                term: copy.whatsapp,
                value: <WhatsAppLink topic="help">{formatPhone(phone)}</WhatsAppLink>,
              },
              { term: 'E-mail', value: <a href={`mailto:${email}`}>{email}</a> },
            ]}
          />
        </div>
        <div className="actions">
          <LinkButton tone="quiet" href={paths.home()}>
            {copy.home}
          </LinkButton>
          <LinkButton tone="quiet" href={paths.services()}>
            {copy.services}
          </LinkButton>
        </div>
      </Section>
    </>
  )
}
