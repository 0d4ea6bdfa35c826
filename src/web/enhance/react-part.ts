/** Whether React runs this part of the page (src/web/ui/island.tsx): then nothing here touches it. */
export function isReacts(element: Element): boolean {
  return element.closest('[data-island]') !== null
}
