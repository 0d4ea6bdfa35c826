import { testimonials } from '../../../../modules/catalogue/public.ts'
import { landingCopy } from '../../../copy/landing.ts'
import { Section } from '../../../ui/section.tsx'
import { Stars } from '../../../ui/stars.tsx'

const copy = landingCopy.testimonials

/** Three testimonials. Those without evidence are labelled illustrative (CDC 37). */
export function Testimonials() {
  return (
    <Section band="white" title={copy.title}>
      <div className="voices">
        {testimonials.map(({ name, text, stars }) => (
          <figure key={name}>
            <Stars rating={stars} />
            <blockquote>{text}</blockquote>
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
      {testimonials.some(({ evidence }) => evidence === null) && (
        <p className="note mt-7">{copy.illustrative}</p>
      )}
    </Section>
  )
}
