import { pdfCopy as copy } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'

/** Link to a receipt. `of` makes its accessible name unique. */
export function ReceiptLink({ receiptId, of }: { receiptId: string; of: string }) {
  return (
    <a className="link-action" href={paths.receipt(receiptId)}>
      <Icon name="file" size={18} />
      <span>
        {copy.receipt} <span className="sr-only">{`${copy.of} ${of}`}</span>
      </span>
    </a>
  )
}
