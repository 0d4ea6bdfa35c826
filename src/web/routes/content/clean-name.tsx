import { serviceOf } from '../../../modules/catalogue/public.ts'
import { cleanNameCopy as copy } from '../../copy/clean-name.ts'
import { hire } from '../../hiring.server.ts'
import { paths } from '../../paths.ts'
import { HiringSection } from '../../ui/hiring/hiring-section.tsx'
import { hiringState } from '../../ui/hiring/hiring-state.server.ts'
import { Included } from '../../ui/hiring/included.tsx'
import { PixBox } from '../../ui/hiring/pix-box.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { RightsList } from '../../ui/rights-list.tsx'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/clean-name.ts'
import { GoodToKnow } from './parts/good-to-know.tsx'

const service = serviceOf('clean-name')

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.service(service.id) })

export async function loader({ request, context }: Route.LoaderArgs) {
  return { hiring: await hiringState({ request, context, service }) }
}

export function action({ request, context }: Route.ActionArgs) {
  return hire({ request, context, serviceId: service.id })
}

export default function CleanName({ loaderData, actionData }: Route.ComponentProps) {
  const company = useCompany()
  return (
    <>
      <PageHeader eyebrow={service.title} title={copy.title} lead={service.summary} />
      <HiringSection service={service} state={loaderData.hiring} failure={actionData}>
        <Included service={service} />
        <PixBox company={company} />
      </HiringSection>
      <Section band="night" title={copy.rights} lead={copy.rightsLead}>
        <RightsList items={service.sections.find(({ id }) => id === 'rights')?.items ?? []} />
      </Section>
      <Section title={copy.process} lead={copy.processLead}>
        <div className="mt-9">
          <Process
            steps={service.process.map(({ name, description }) => ({ title: name, text: description }))}
          />
        </div>
      </Section>
      <GoodToKnow title={copy.know} items={service.goodToKnow} />
    </>
  )
}
