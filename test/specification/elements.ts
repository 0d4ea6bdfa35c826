/** Fake element with the members that the page's script uses. */
export class Node extends EventTarget {
  dataset: Record<string, string> = {}
  textContent = ''
  id = ''
  hidden = false
  readonly attributes = new Map<string, string>()
  readonly classList = { add: () => {} }
  /** Elements found by selector. */
  readonly inside = new Map<string, Node[]>()

  querySelectorAll(selector: string): Node[] {
    return this.inside.get(selector) ?? []
  }
  querySelector(selector: string): Node | null {
    return this.querySelectorAll(selector)[0] ?? null
  }
  /** An element is its own closest match for what it carries: `[data-mask]`, `form[data-validate]`. */
  closest(selector: string): Node | null {
    const name = /\[data-([\w-]+)/.exec(selector)?.[1]?.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
    return name && name in this.dataset ? this : null
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value)
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name)
  }
  readonly children: unknown[] = []
  append(...children: unknown[]): void {
    this.children.push(...children)
  }
  contains(other: Node): boolean {
    return other === this
  }
  remove(): void {}
  focus(): void {}
}

export class Input extends Node {
  name = ''
  value = ''
  checked = false
  selectionStart: number | null = null
  setSelectionRange(): void {}
}

export class Form extends Node {
  method = 'post'
  noValidate = false
  fields: Input[] = []
}

export class Dialog extends Node {
  open = false
  isModal = false
  /** As in a browser: an open dialog cannot become a modal. */
  showModal(): void {
    if (this.open) throw new Error('the dialog is open')
    this.open = true
    this.isModal = true
  }
}

export class Link extends Node {
  target = ''
  href: string
  constructor(href: string) {
    super()
    this.href = href
  }
  override closest(selector: string): Node | null {
    return selector === 'a' ? this : null
  }
}

export class Button extends Node {
  disabled = false
}

/** Toast region, with its template. */
export class Toasts extends Node {
  readonly items: Node[] = []

  override querySelectorAll(selector: string): Node[] {
    if (selector === '[data-toast-item]') return [...this.items]
    const item = { cloneNode: () => new Node() }
    return selector === 'template'
      ? [Object.assign(new Node(), { content: { querySelector: () => item } })]
      : []
  }
  override append(item: Node): void {
    this.items.push(item)
    item.remove = () => {
      if (this.items.includes(item)) this.items.splice(this.items.indexOf(item), 1)
    }
  }
}

export class TypedEvent extends Event {
  isComposing = false
}
