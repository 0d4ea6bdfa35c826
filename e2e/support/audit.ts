import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** The minified build, because the browser has to parse it: half of what the other one takes. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Gives the pages that are opened from now on axe, which they compile once and run only where they are judged. It does not copy
 * the HTML of each element that it judges: what is reported has none.
 */
export async function prepareAxe(page: Page): Promise<void> {
  await page.addInitScript(`window.loadAxe = () => { ${axeSource}; axe.configure({ noHtml: true }) }`)
}

/** Returns the violations that axe finds of WCAG 2.0 to 2.2, levels A and AA, and of its best practices, one line each. */
export async function axeFaults(page: Page): Promise<string[]> {
  return violations(page, { runOnly: levels })
}

/** Returns the violations of one of axe's rules. */
export function ruleFaults(page: Page, rule: string): Promise<string[]> {
  return violations(page, { runOnly: { type: 'rule', values: [rule] } })
}

/** Runs axe from the top of the page, because content that the sticky header covers after scrolling is still reachable. */
function violations(page: Page, what: axe.RunOptions): Promise<string[]> {
  return page.evaluate(
    async (options) => {
      // Half-way through an animation, axe would measure half-transparent colours.
      const animations = document.getAnimations().map(({ finished }) => finished)
      const enough = new Promise((resolve) => setTimeout(resolve, 400))
      await Promise.all(animations.map((finished) => Promise.race([finished, enough])))
      scrollTo({ top: 0, behavior: 'instant' })
      const global = window as unknown as { axe?: typeof axe; loadAxe: () => void }
      if (!global.axe) global.loadAxe()
      const found = await (global.axe as typeof axe).run(document, options)
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) =>
            `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      )
    },
    { ...what, resultTypes: ['violations'] } satisfies axe.RunOptions,
  )
}

/** Stores in the page which elements are visible outside its header and footer; see `showsMore`. */
export async function rememberShown(page: Page): Promise<void> {
  await page.evaluate((content) => {
    const shown = [...document.querySelectorAll(content)].filter((element) => element.checkVisibility())
    Object.assign(window, { shownBefore: new WeakSet(shown) })
  }, contents)
}

/** Checks whether the page shows, at its current size, any element that was not visible when `rememberShown` ran. */
export function showsMore(page: Page): Promise<boolean> {
  return page.evaluate((content) => {
    const { shownBefore } = window as unknown as { shownBefore: WeakSet<Element> }
    return [...document.querySelectorAll(content)].some(
      (element) => element.checkVisibility() && !shownBefore.has(element),
    )
  }, contents)
}

const contents = 'main *, dialog *'

/** Runs in the page and returns its faults; sent as text, so it uses nothing outside of itself. */
type Check = () => string[]

/** Runs checks in the page in one turn, so that nothing is drawn in between. */
export function faultsOf(page: Page, ...checks: readonly Check[]): Promise<string[]> {
  return page.evaluate(`[${checks.join(', ')}].flatMap((check) => check())`)
}

/** Runs checks with the text twice as large. */
export function faultsEnlarged(page: Page, ...checks: readonly Check[]): Promise<string[]> {
  return page.evaluate(`(() => {
    document.documentElement.style.fontSize = '200%'
    const faults = [${checks.join(', ')}].flatMap((check) => check())
    document.documentElement.style.fontSize = ''
    return faults
  })()`)
}

/** WCAG 1.4.12: text spacing that users may set without loss of text. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/** Runs checks with wide spacing: in a constructed stylesheet, because the content security policy refuses a <style>. */
export function faultsSpaced(page: Page, ...checks: readonly Check[]): Promise<string[]> {
  return page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('${spacing}')
    document.adoptedStyleSheets = [sheet]
    const faults = [${checks.join(', ')}].flatMap((check) => check())
    document.adoptedStyleSheets = []
    return faults
  })()`)
}

/** Checks beyond axe's AA rules: headings, landmarks, title, target sizes. */
export function structureFaults(): string[] {
  const faults: string[] = []
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const name = (element: Element) =>
    `<${element.tagName.toLowerCase()} ${element.className}> ${element.textContent?.trim().slice(0, 40)}`

  if (document.compatMode !== 'CSS1Compat') faults.push('no doctype: laid out in quirks mode')
  if (document.documentElement.lang !== 'pt-BR') faults.push('lang is not pt-BR')
  if (document.title.trim() === '') faults.push('no title')
  for (const landmark of ['header', 'main']) {
    const places = `body > ${landmark}, .desk-body > ${landmark}`
    if (document.querySelectorAll(places).length !== 1) faults.push(`not one ${landmark}`)
  }
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(
    (heading) => shown(heading) && !heading.closest('footer, dialog'),
  )
  const levels = headings.map(({ tagName }) => Number(tagName[1]))
  if (levels.filter((level) => level === 1).length !== 1) faults.push('not one h1')
  for (const [index, level] of levels.entries()) {
    const before = levels[index - 1] ?? 0
    const heading = headings[index]
    if (heading && level > before + 1) faults.push(`h${level} after h${before}: ${name(heading)}`)
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) faults.push(`two #${id}`)

  // WCAG 2.2, 2.5.8: 24 px, except links within text. Our own rule for buttons: 44 px.
  for (const target of document.querySelectorAll('a[href], button, summary, select, input, textarea')) {
    if (!shown(target) || target.closest('[inert]')) continue
    const own = target.getBoundingClientRect()
    const box = (target.closest('label') ?? target).getBoundingClientRect()
    const [width, height] = [Math.max(own.width, box.width), Math.max(own.height, box.height)]
    const inText = target.tagName === 'A' && getComputedStyle(target).display === 'inline'
    if (own.width <= 1 || inText || target.closest('.sr-only')) continue
    const min = target.matches('.btn, .control, .link-action, summary, [type=submit]') ? 44 : 24
    if (width < 24 || height < min - 0.5) {
      faults.push(`${Math.round(width)} × ${Math.round(height)} px: ${name(target)}`)
    }
  }
  return faults
}

/** Returns fields whose autofill name is unknown to HTML, or not allowed for this type of field. */
export function autocompleteFaults(): string[] {
  // Autofill names, with the fields in which HTML allows them (the control groups of the standard).
  const allowed: Record<string, string> = {
    off: 'input, textarea, select, form',
    name: 'input[type=text], textarea',
    organization: 'input[type=text], textarea',
    'address-line1': 'input[type=text], textarea',
    'address-level2': 'input[type=text], textarea',
    'postal-code': 'input[type=text], textarea',
    'street-address': 'textarea',
    'tel-national': 'input[type=text], textarea',
    tel: 'input[type=text], input[type=tel], textarea',
    email: 'input[type=text], input[type=email], textarea',
    username: 'input[type=text], input[type=email], textarea',
    'current-password': 'input[type=text], input[type=password], textarea',
    'new-password': 'input[type=text], input[type=password], textarea',
    'one-time-code': 'input[type=text], input[type=password], textarea',
    bday: 'input[type=text], input[type=date], textarea',
  }
  const fields = [...document.querySelectorAll<HTMLInputElement>('[autocomplete]')]
  const isAllowed = (field: HTMLInputElement) =>
    field.matches(allowed[field.getAttribute('autocomplete') ?? ''] ?? ':not(*)')
  return fields
    .filter((field) => !isAllowed(field))
    .map((field) => `autocomplete=${field.getAttribute('autocomplete')} on ${field.type} ${field.name}`)
}

/** Returns the menu's button, if it exists and is not completely visible. */
export function hiddenMenu(): string[] {
  const box = document.querySelector('[data-menu] summary')?.getBoundingClientRect()
  if (!box || (box.left >= 0 && box.right <= innerWidth && box.width > 0)) return []
  return [`the menu ends at ${box.right} px of ${innerWidth} px`]
}

/** Returns fields, and cards to choose from, that are too narrow for six letters side by side. */
export function squeezedControls(): string[] {
  const controls = 'input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea, nav.grid > a'
  return [...document.querySelectorAll<HTMLElement>(`main :is(${controls})`)].flatMap((control) => {
    const letters =
      control.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(control).fontSize)
    if (!control.checkVisibility() || letters >= 6) return []
    return [`${control.getAttribute('name') ?? control.textContent} is ${letters.toFixed(1)} letters wide`]
  })
}

/** Returns texts smaller than 16 px, which are hard to read on a phone. */
export function smallTexts(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const small = new Set<string>()
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    const text = texts.currentNode.textContent?.trim()
    if (!text || !element?.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('.sr-only, svg, noscript')) continue
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    if (size < 16) small.add(`${size} px: ${text.slice(0, 40)}`)
  }
  return [...small]
}

/** Returns elements beyond the right edge of the viewport, if the page scrolls horizontally; or that its content is far too narrow. */
export function sidewaysFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const content = document.querySelector('main')?.clientWidth ?? clientWidth
  if (content < 250) return [`content of ${content} px in a window of ${clientWidth} px`]
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  )
  return [
    `${scrollWidth} px in a window of ${clientWidth} px`,
    ...wide.slice(0, 5).map((element) => `<${element.tagName.toLowerCase()} ${element.className}>`),
  ]
}

/** Returns texts clipped by their container. */
export function clippedTexts(): string[] {
  const clips = (element: Element) => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
    // Texts with an intentional ellipsis are available in full elsewhere: in a title, or behind a copy button.
    if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || element.clientHeight <= 1) return false
    return [overflowX, overflowY].some((value) => /hidden|clip/.test(value))
  }
  const boxes = [...document.querySelectorAll('body *')].filter(
    (box) => box instanceof HTMLElement && !box.closest('.sr-only, .desk-sr') && clips(box),
  )
  return boxes.flatMap((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const cut: string[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!text.textContent?.trim() || !text.parentElement?.checkVisibility()) continue
      if (text.parentElement.closest('.sr-only, .desk-sr, svg')) continue
      range.selectNodeContents(text)
      const words = range.getBoundingClientRect()
      const inside =
        words.left >= left - 1 &&
        words.right <= right + 1 &&
        words.top >= top - 1 &&
        words.bottom <= bottom + 1
      if (!inside)
        cut.push(`<${box.tagName.toLowerCase()} ${box.className}> ${text.textContent.slice(0, 40)}`)
    }
    return cut
  })
}

/** Collects a page's browser errors: script errors and violations of the content security policy. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) errors.push(message.text())
  })
  return errors
}
