import { afterEach, beforeEach, vi } from 'vitest'
import { Button, Dialog, Form, Input, Node, TypedEvent } from './elements.ts'

/** Successive responses to the page's `fetch` requests; the last one is repeated indefinitely. */
type Answers = (string | object)[]

export interface Browser {
  document: Node & { visibilityState: string; body: Node }
  window: EventTarget
  /** `fetch` requests, in order. */
  asked: string[]
  /** Sets the response to later requests. */
  answers: Answers
  /** Navigations by the script. */
  went: string[]
  /** Opened event streams. */
  streams: Stream[]
  /** Focuses an element. */
  touch(element: Node): Promise<void>
  /** Types into a field key by key, with events for its form. */
  type(field: Input, text: string, form?: Form): void
}

interface Stream {
  address: string
  closed: boolean
  onopen?: () => void
  onerror?: () => void
  onmessage?: (event: { data: string }) => void
}

/**
 * Stubs the browser's globals until `vi.unstubAllGlobals()`, so that the page's script is tested fast and with a fake
 * clock. Tests in a real browser are in e2e/.
 */
export function openBrowser(elements: Record<string, Node[]> = {}): Browser {
  const document = Object.assign(new Node(), {
    visibilityState: 'visible',
    activeElement: null,
    body: new Node(),
  })
  for (const [selector, found] of Object.entries(elements)) {
    document.inside.set(selector, found)
    document.inside.set(`${selector}:not([data-island] *)`, found)
  }
  const window = new EventTarget()
  const browser: Browser = {
    document,
    window,
    asked: [],
    answers: [{}],
    went: [],
    streams: [],
    async touch(element) {
      document.dispatchEvent(aimed(new Event('focusin'), element))
      await vi.dynamicImportSettled()
    },
    type(field, text, form) {
      for (const key of text) {
        field.value += key
        field.selectionStart = field.value.length
        field.dispatchEvent(new TypedEvent('input'))
        form?.dispatchEvent(aimed(new TypedEvent('input'), field))
      }
    },
  }
  const fetch = async (address: string) => {
    browser.asked.push(address)
    const [answer = {}] = browser.answers.length > 1 ? browser.answers.splice(0, 1) : browser.answers
    return { ok: true, redirected: false, json: async () => answer, text: async () => String(answer) }
  }
  class EventSource implements Stream {
    closed = false
    readonly address: string
    constructor(address: string) {
      this.address = address
      browser.streams.push(this)
    }
    close() {
      this.closed = true
    }
  }
  const timers = {
    setInterval: (...given: Parameters<typeof setInterval>) => setInterval(...given),
    setTimeout: (...given: Parameters<typeof setTimeout>) => setTimeout(...given),
  }
  for (const [name, value] of Object.entries({
    document: Object.assign(document, {
      getElementById: (id: string) => byId(elements, id),
      createElement: () => new Node(),
    }),
    window: Object.assign(window, timers),
    location: {
      href: 'http://localhost:3000/payments',
      origin: 'http://localhost:3000',
      pathname: '/payments',
      hash: '',
      assign: (to: string) => browser.went.push(to),
      reload: () => browser.went.push('reload'),
    },
    history: { state: null, replaceState() {} },
    fetch,
    EventSource,
    matchMedia: () => ({ matches: false }),
    Element: Node,
    HTMLElement: Node,
    HTMLFormElement: Form,
    HTMLInputElement: Input,
    HTMLButtonElement: Button,
    requestAnimationFrame: (draw: () => void) => setTimeout(draw),
    HTMLSelectElement: class {},
    HTMLTextAreaElement: class {},
    HTMLDialogElement: Dialog,
    InputEvent: TypedEvent,
    FormData: class extends Map<string, string> {
      constructor(form: Form) {
        super(form.fields.map(({ name, value }) => [name, value]))
      }
      getAll(name: string) {
        return [this.get(name)]
      }
    },
  }))
    vi.stubGlobal(name, value)
  return browser
}

/** Creates a bubbling event. */
export function aimed<Kind extends Event>(event: Kind, target: Node): Kind {
  return Object.defineProperty(event, 'target', { value: target })
}

function byId(elements: Record<string, Node[]>, id: string): Node | null {
  return (
    Object.values(elements)
      .flat()
      .find((element) => element.id === id) ?? null
  )
}

/** Loads the script again in each test of a file, with a clock that the test advances. */
export function forEachLoad(): void {
  beforeEach(() => {
    vi.resetModules()
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

/** Loads the script of every page, as a page does. */
export async function startScript(): Promise<void> {
  await import('../../src/web/enhance/main.ts')
  await vi.dynamicImportSettled()
}
