import { pdfCopy as copy } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'

/** Link to a charge's receipt. `of` makes its accessible name unique. */
export function ReceiptLink({ chargeId, of }: { chargeId: string; of: string }) {
  return (
    <a className="link-action" href={paths.receipt(chargeId)}>
      <Icon name="file" size={18} />
      <span>
        {copy.receipt} <span className="sr-only">{`${copy.of} ${of}`}</span>
      </span>
    </a>
  )
}
