import type { Centavos } from '../../../core/money.ts'
import {
  consultations,
  consultationsFrom,
  guaranteeClaims,
  serviceGroups,
} from '../../../modules/catalogue/public.ts'
import { servicesCopy as copy } from '../../copy/services.ts'
import { paths, searchOf } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ProcessTimeline } from '../../ui/process-timeline.tsx'
import { Section } from '../../ui/section.tsx'
import { ServiceCard } from '../../ui/service-card.tsx'
import type { Route } from './+types/services.ts'

const here = paths.services()
const guaranteeIcons: Record<string, IconName> = { legal: 'scale', result: 'refresh', deadline: 'clock' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...copy.meta, path: here })

/** Loads the page: `?consultas=1` opens the look-ups dialog. */
export function loader({ request }: Route.LoaderArgs) {
  return { lookupsOpen: searchOf('services', request).has('consultas') }
}

export default function Services({ loaderData }: Route.ComponentProps) {
  const lookupsFrom = consultationsFrom()
  const guarantees = guaranteeClaims()
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="wrap pb-16">
        {lookupsFrom !== undefined && (
          <>
            <QuickLookups from={lookupsFrom} />
            <Dialog
              id="consultas"
              title={copy.lookups.title}
              open={loaderData.lookupsOpen}
              closeHref={here}
              lead={copy.lookups.dialogLead}
            >
              <LookupRows />
            </Dialog>
          </>
        )}
        {serviceGroups().map(({ id, title, services }) => (
          <section key={id} className="service-group" aria-labelledby={`grupo-${id}`}>
            <h2 id={`grupo-${id}`}>{title}</h2>
            <div className="services">
              {services.map((service) => (
                <ServiceCard key={service.id} service={service} />
              ))}
            </div>
          </section>
        ))}
      </div>
      <Section band="night" title={copy.process.title} lead={copy.process.lead}>
        <ProcessTimeline steps={copy.process.steps} />
      </Section>
      {guarantees.length > 0 && (
        <Section title={copy.guarantees}>
          <div className="promises">
            {guarantees.map(({ id, value, text }) => (
              <div key={id}>
                <Icon name={guaranteeIcons[id] ?? 'shield'} size={30} />
                <h3>{value}</h3>
                <p>{text}</p>
              </div>
            ))}
          </div>
        </Section>
      )}
    </>
  )
}

/** Card of the look-ups, before the cards of the services. */
function QuickLookups({ from }: { from: Centavos }) {
  return (
    <section className="lookups" aria-labelledby="consultas-rapidas">
      <div>
        <h2 id="consultas-rapidas">{copy.lookups.title}</h2>
        <p className="mt-3 text-ink-2">{copy.lookups.text}</p>
      </div>
      <div className="lookups-act">
        <p className="service-price">
          {copy.lookups.from}
          <b>
            <Money amount={from} short />
          </b>
        </p>
        <LinkButton href={paths.lookupsDialog()} data-dialog="consultas">
          {copy.lookups.open}
        </LinkButton>
      </div>
    </section>
  )
}

function LookupRows() {
  return (
    <div className="rows">
      {consultations().map(({ id, title, summary, price, promise }) => (
        <a key={id} className="row" href={paths.consultation(id)}>
          <span className="row-title">{title}</span>
          <p>{summary}</p>
          <span className="row-side">
            <b>
              <Money amount={price} short />
            </b>
            {promise.text}
          </span>
        </a>
      ))}
    </div>
  )
}
