import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { DeskForm } from '../desk-form.tsx'
import { useFrame } from '../frame.tsx'
import { ShortReason } from '../reason.tsx'
import type { LookupData } from './lookup-screen.tsx'

/** Section for a look-up that is later than promised: finance decides about the money, and everybody sees the decision. */
export function LateRefund({ data }: { data: LookupData }) {
  const { rights } = useFrame()
  if (data.refundDeclinedAt) return <p className="desk-hint">{copy.late.kept}</p>
  if (!rights.includes('lookup.refund')) return <p className="desk-hint">{copy.late.finance}</p>
  return (
    <section aria-labelledby="atraso">
      <h2 id="atraso">{copy.late.title}</h2>
      <p>{copy.late.text}</p>
      <DeskForm intent="refund" className="desk-do desk-form">
        <ShortReason label={copy.late.reason} />
        <button type="submit" className="btn btn-quiet btn-small">
          {copy.late.refund}
        </button>
      </DeskForm>
      <details className="desk-do">
        <summary>{copy.late.keep}</summary>
        <DeskForm intent="keep" className="desk-form">
          <ShortReason label={copy.late.reason} />
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.late.keep}
          </button>
        </DeskForm>
      </details>
    </section>
  )
}
