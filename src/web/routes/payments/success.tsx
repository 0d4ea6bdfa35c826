import { data } from 'react-router'
import { formatPhone } from '../../../core/phone.ts'
import { appContext } from '../../context.ts'
import { successCopy as copy } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { clearCookie, cookiesFor } from '../../session/cookies.server.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import { useCompany } from '../../ui/use-company.ts'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'
import type { Route } from './+types/success.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.paymentSuccess() })

/** Hiring and payment are complete: clears their cookies (specification, section 4). */
export async function loader({ context }: Route.LoaderArgs) {
  const { charge, draft, order } = cookiesFor(context.get(appContext).config.session)
  const headers = new Headers()
  for (const cookie of [charge, draft, order]) headers.append('Set-Cookie', await clearCookie(cookie))
  return data(null, { headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function PaymentSuccess() {
  const { phone, email } = useCompany()
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead}>
        <LinkButton href={paths.tracking()}>{copy.tracking}</LinkButton>
      </PageHeader>
      <Section band="white" tight title={copy.nextTitle}>
        <div className="mt-5 max-w-read">
          <Process steps={copy.next} />
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
