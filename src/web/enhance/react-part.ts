/**
 * Checks whether React runs this part of the page (src/web/ui/island.tsx, src/web/desk); if so, no script of this folder changes
 * it.
 */
export function isRenderedByReact(element: Element): boolean {
  return element.closest('[data-island]') !== null
}
