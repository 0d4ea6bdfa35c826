import type { Service } from '../../../../modules/catalogue/public.ts'
import { cleanNameCopy as copy } from '../../../copy/clean-name.ts'
import { paths } from '../../../paths.ts'
import { Included } from '../../../ui/hiring/included.tsx'
import { Section } from '../../../ui/section.tsx'

/** Contents of the price, and the guarantee, shown before the plans. */
export function WhatYouGet({ service }: { service: Service }) {
  const { title, text, limit, link } = copy.guarantee
  return (
    <Section band="white" tight title={copy.gets}>
      <div className="pair pair-top mt-7">
        <Included service={service} />
        <div className="guarantee">
          <h3>{title}</h3>
          <p>{text}</p>
          <p className="note">{limit}</p>
          <a className="link-action" href={paths.terms('garantia')}>
            {link}
          </a>
        </div>
      </div>
    </Section>
  )
}
