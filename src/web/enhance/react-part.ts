/** Whether React runs this part of the page (src/web/ui/island.tsx, src/web/desk): then nothing here touches it. */
export function isReacts(element: Element): boolean {
  return element.closest('[data-island]') !== null
}
