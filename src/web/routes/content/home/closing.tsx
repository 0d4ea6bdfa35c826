import { landingCopy } from '../../../copy/landing.ts'
import { whatsappLink } from '../../../copy/whatsapp.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

const copy = landingCopy.closing

export function Closing({ phone }: { phone: string }) {
  return (
    <section className="band band-night closing">
      <div className="wrap">
        <h2>{copy.title}</h2>
        <p className="lead mt-5">{copy.lead}</p>
        <div className="actions">
          <LinkButton href={whatsappLink(phone, 'specialist')} newTab>
            <Icon name="whatsapp" />
            {landingCopy.specialist}
          </LinkButton>
        </div>
      </div>
      <svg className="closing-land" viewBox="0 0 1440 190" preserveAspectRatio="none" aria-hidden="true">
        <path className="fill-mata" d="M0 104C260 60 500 126 760 92s440-62 680-14v112H0z" opacity="0.55" />
        <path className="fill-mata-3" d="M0 154c300-44 620 12 900-18s380-34 540-8v62H0z" />
      </svg>
    </section>
  )
}
