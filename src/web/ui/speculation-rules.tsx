import { contentPages } from '../routing/routing.ts'

/**
 * Lets the browser prefetch a content page when its link is pressed, before the finger is lifted. No page is fetched whose link
 * was not pressed, because customers pay for their data; and no page that is personal, that has an effect, or that is not in
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

/** Text of the script; its hash is in the content security policy. */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: contentPages }, eagerness: 'conservative' }],
})
