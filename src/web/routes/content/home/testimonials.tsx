import { testimonials } from '../../../../modules/catalogue/public.ts'
import { landingCopy } from '../../../copy/landing.ts'
import { Section } from '../../../ui/section.tsx'
import { Stars } from '../../../ui/stars.tsx'

const copy = landingCopy.testimonials

/** Testimonials of customers. Those without evidence are labelled illustrative (CDC 37). */
export function Testimonials() {
  const voices = testimonials()
  if (voices.length === 0) return null
  return (
    <Section band="white" title={copy.title}>
      <div className="voices">
        {voices.map(({ id, name, text, stars }) => (
          <figure key={id}>
            <Stars rating={stars} />
            <blockquote>{text}</blockquote>
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
      {voices.some(({ evidence }) => evidence === null) && <p className="note mt-7">{copy.illustrative}</p>}
    </Section>
  )
}
