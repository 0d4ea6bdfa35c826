import type { Service } from '../../modules/catalogue/public.ts'
import { servicesCopy as copy } from '../copy/services.ts'
import { paths } from '../paths.ts'
import { Badge } from './badge.tsx'
import { LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Money } from './money.tsx'

/** A service of the catalogue: features, price, deadline, and a link to its page. */
export function ServiceCard({ service }: { service: Service }) {
  const { title, summary, features, priceFrom, popular, promise } = service
  return (
    <article className="service">
      <div className="service-head">
        <h3>{title}</h3>
        {popular && <Badge tone="solid">{copy.popular}</Badge>}
      </div>
      <p>{summary}</p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="check" size={20} />
            {feature}
          </li>
        ))}
      </ul>
      <p className="service-deadline">
        {copy.deadline} {promise.text}
      </p>
      <div className="service-foot">
        <p className="service-price">
          {priceFrom === undefined ? (
            copy.onRequest
          ) : (
            <>
              {copy.from}{' '}
              <b>
                <Money amount={priceFrom} short />
              </b>
            </>
          )}
        </p>
        <LinkButton href={paths.service(service.id)} tone="quiet" small>
          {copy.hire}
          <span className="sr-only">: {title}</span>
        </LinkButton>
      </div>
    </article>
  )
}
