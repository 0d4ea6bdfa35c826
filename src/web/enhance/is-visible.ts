/** Checks whether an element is rendered. Browsers without `checkVisibility` (Safari before 17.4) answer only for elements without a box. */
export function isVisible(element: Element | null | undefined): boolean {
  if (!element) return false
  return 'checkVisibility' in element ? element.checkVisibility() : hasBox(element)
}

const hasBox = (element: Element) => element.getClientRects().length > 0
