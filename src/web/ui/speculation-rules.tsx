import { contentPages } from '../routing/routing.ts'

/**
 * Lets the browser fetch a content page at the press of its link, before the finger is lifted. Nothing is fetched that
 * nobody pressed, since customers pay for their data; and no page that is personal, that acts, or that is not in
 * `contentPages`. Browsers without speculation rules ignore it.
 */
export function SpeculationRules() {
  return (
    <script
      type="speculationrules"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant paths of the route table
      dangerouslySetInnerHTML={{ __html: speculationRules }}
    />
  )
}

/** Its hash is in the content security policy. */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: contentPages }, eagerness: 'conservative' }],
})
