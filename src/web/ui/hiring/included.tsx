import type { Service } from '../../../modules/catalogue/public.ts'
import { hiringCopy as copy } from '../../copy/shell.ts'
import { Checklist } from '../checklist.tsx'

/** Contents of the price, and the deadline. */
export function Included({
  service,
  items = service.inclusions,
}: {
  service: Service
  items?: readonly string[]
}) {
  return (
    <div className="aside">
      <h3>{copy.included}</h3>
      <div className="mt-4">
        <Checklist items={items} />
      </div>
      <p className="included-deadline">
        {copy.deadline} <b>{service.promise.text}</b>
      </p>
    </div>
  )
}
