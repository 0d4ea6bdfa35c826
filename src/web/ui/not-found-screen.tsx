import { notFoundCopy as copy } from '../copy/errors.ts'
import { paths } from '../paths.ts'
import { LinkButton } from './button.tsx'
import { Horizon } from './horizon.tsx'

/** @param isLink the page of a link with a secret was asked for, which may have been cut on its way */
export function NotFoundScreen({ isLink = false }: { isLink?: boolean }) {
  return (
    <>
      <title>{`${copy.title} · Recomeço`}</title>
      <meta name="robots" content="noindex" />
      <div className="lost">
        <div className="wrap">
          <p className="lost-code num" aria-hidden="true">
            404
          </p>
          <h1 lang="en">{copy.title}</h1>
          <p className="lead mt-4">{isLink ? copy.link : copy.lead}</p>
          <div className="actions">
            <LinkButton href={paths.home()}>{copy.home}</LinkButton>
            <LinkButton href={paths.services()} tone="quiet">
              {copy.services}
            </LinkButton>
          </div>
        </div>
        <Horizon />
      </div>
    </>
  )
}
