import { installCopy as copy } from '../copy/install.ts'
import { paths } from '../paths.ts'
import { Button } from './button.tsx'

/** Pages that a person returns to; not the payment page. */
const pages = [paths.payments(), paths.tracking(), paths.account()]

/**
 * Hidden until the browser reports that the shop can be installed (enhance/install.ts). At the end of a page, where it interrupts
 * nothing.
 */
export function InstallOffer({ path }: { path: string }) {
  if (!pages.includes(path)) return null
  return (
    <aside className="install" aria-label={copy.label} data-install hidden>
      <div className="wrap install-row">
        <p>
          <b>{copy.title}</b>
          {copy.text}
        </p>
        <div className="install-act">
          <Button type="button" tone="quiet" small data-install-accept>
            {copy.accept}
          </Button>
          <Button type="button" tone="ghost" small data-install-refuse>
            {copy.refuse}
          </Button>
        </div>
      </div>
    </aside>
  )
}
