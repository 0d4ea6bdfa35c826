import { formatDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import type { CustomOffer } from '../../../modules/proposals/public.ts'
import { customOfferCopy } from '../../copy/custom-offer.ts'
import { paths } from '../../paths.ts'
import { Callout } from '../../ui/callout.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'

const copy = customOfferCopy.open

/** The customer's open custom offers. */
export function OpenOffers({ offers }: { offers: readonly CustomOffer[] }) {
  return offers.map(({ id, title, total, validUntil }) => (
    <div key={id} className="mb-6">
      <Callout tone="now" title={copy.title(title)}>
        <p>{nonBreaking(copy.text(formatBRL(total), formatDate(validUntil)))}</p>
        <a className="link-action" href={paths.customOffer(id)}>
          {copy.action}
        </a>
      </Callout>
    </div>
  ))
}
