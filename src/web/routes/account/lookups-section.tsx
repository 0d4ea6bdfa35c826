import { formatInstant } from '../../../core/calendar.ts'
import type { AccountLookup } from '../../../modules/consultations/public.ts'
import { accountLookupStates, accountLookupsCopy as copy } from '../../copy/consultations.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'

/** The look-ups that the customer bought while signed in, each with its state and the link to its page. */
export function LookupsSection({ lookups }: { lookups: readonly AccountLookup[] | undefined }) {
  if (lookups?.length === 0) return null
  return (
    <section className="grid max-w-read gap-4" aria-labelledby="suas-consultas">
      <h2 className="text-h3" id="suas-consultas">
        {copy.title}
      </h2>
      {lookups ? (
        <ul className="rows">
          {lookups.map(({ key, title, cpf, createdAt, state }) => (
            <li className="row" key={key}>
              <a className="font-semibold wrap-anywhere underline" href={paths.lookup(key)}>
                {title}
              </a>
              <p>
                <span className="num">{copy.about(cpf)}</span>,{' '}
                <time dateTime={createdAt.toISOString()}>{copy.requestedAt(formatInstant(createdAt))}</time>
              </p>
              <p className="row-state">
                <Badge tone={accountLookupStates[state].tone}>{accountLookupStates[state].label}</Badge>
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="note">{copy.failed}</p>
      )}
    </section>
  )
}
