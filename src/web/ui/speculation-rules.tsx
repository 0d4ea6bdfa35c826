import { contentPages } from '../routing/routing.ts'

/**
 * Lets the browser prefetch a content page when its link is pressed, before the finger is lifted. Only pages in `contentPages` are
 * prefetched, never personal ones or ones with an effect, and only when their link is pressed, because customers pay for their data.
 * Browsers without speculation rules ignore it.
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

/** Text of the script; its hash is in the content security policy. */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: contentPages }, eagerness: 'conservative' }],
})
