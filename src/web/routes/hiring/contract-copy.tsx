import { Fragment } from 'react'
import { data } from 'react-router'
import { type RecordedClause, signedParts } from '../../../modules/contracting/public.ts'
import { appContext } from '../../context.ts'
import { contractCopyCopy as copy } from '../../copy/contract.ts'
import { contractCheckCopy } from '../../copy/contract-check.ts'
import { renegotiationCopy } from '../../copy/renegotiation.ts'
import { paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Listen, sentenceIdOf } from '../../ui/hiring/listen.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/contract-copy.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { ...copy.meta, path: location.pathname })

/** Loads the durable copy (Decreto 7.962, art. 4); a 404 for anybody but its owner. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { contracting } = context.get(appContext)
  const signed = await contracting.copyOf({ orderId: params.orderId, userId: viewer.id })
  if (!signed) {
    await recordMiss(context, 'order', [params.orderId])
    throw data(null, { status: 404 })
  }
  const addenda = await contracting.addendumCopiesOf({ orderId: params.orderId, userId: viewer.id })
  const clauses = signedParts(signed.text).flatMap(({ clause }) => clause ?? [])
  const recorded = contracting.recordedClauses({ version: signed.version, clauses })
  return { signed, recorded, addenda }
}

export default function ContractCopyPage({
  loaderData: { signed, recorded, addenda },
}: Route.ComponentProps) {
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={signed.serviceTitle} lead={copy.lead(signed.acceptedAtText)}>
        <div className="actions">
          <LinkButton href={paths.contractPdf(signed.orderId)} download>
            <Icon name="download" />
            {copy.download}
          </LinkButton>
          <LinkButton tone="quiet" href={paths.contractFile(signed.orderId)} download>
            {copy.downloadText}
          </LinkButton>
          <LinkButton tone="quiet" href={paths.trackOrder(signed.orderId)}>
            {copy.tracking}
          </LinkButton>
        </div>
      </PageHeader>
      <div className="wrap grid gap-8 pb-16">
        <section>
          <h2 className="sr-only">{copy.text}</h2>
          <SignedText text={signed.text} version={signed.version} recorded={recorded} />
        </section>
        <section className="aside max-w-read">
          <h2 className="row-title">{copy.fingerprint}</h2>
          <p className="code mt-3">{signed.sha256}</p>
          <p className="note mt-3">{copy.fingerprintText}</p>
          <p className="note mt-3">
            {copy.verify} <a href={paths.verifyContract()}>{contractCheckCopy.link}</a>.
          </p>
          <p className="note mt-3 wrap-anywhere">
            {copy.order}: <OrderNumber number={signed.orderNumber} />. {copy.version} {signed.version}.
          </p>
        </section>
        {addenda.map((addendum) => (
          <section key={addendum.sha256}>
            <h2 className="row-title">
              {renegotiationCopy.addenda}, {addendum.acceptedAtText}
            </h2>
            <div className="mt-4 max-w-read whitespace-pre-line wrap-anywhere">{addendum.text}</div>
            <p className="code mt-3">{addendum.sha256}</p>
          </section>
        ))}
      </div>
    </>
  )
}

/** The signed text; a recording of each clause's plain-language sentence can be played. */
function SignedText({
  text,
  version,
  recorded,
}: {
  text: string
  version: string
  recorded: readonly RecordedClause[]
}) {
  return (
    <div className="max-w-read whitespace-pre-line wrap-anywhere" data-read-aloud="">
      {signedParts(text).map(({ text: before, clause }) => (
        <Fragment key={clause?.number ?? 'end'}>
          {before}
          {clause && (
            <>
              <span id={sentenceIdOf(clause.number)}>{clause.plain}</span>
              <Listen
                {...{ clause: clause.number, version, sentenceId: sentenceIdOf(clause.number) }}
                recording={recorded.find(({ number }) => number === clause.number)?.hash}
              />
            </>
          )}
        </Fragment>
      ))}
    </div>
  )
}
