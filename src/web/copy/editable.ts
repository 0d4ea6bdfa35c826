import { catalogue, countQuestions, type Page, type PageTexts } from '../../modules/catalogue/public.ts'

/*
 * The texts of a page that the shop may replace with its own (docs/decisions/0068). The code holds the texts of the release;
 * reading the same object returns the texts in force.
 */

type Values = Readonly<Record<string, () => string>>

interface Options {
  /** Placeholders that the texts contain in braces, and their values. */
  names?: Values
  /** Keys whose texts only the code may change, because a form, a rule or an illustration depends on them. */
  except?: readonly string[]
}

/** The same texts, with literal types widened to `string`. */
export type Live<T> = {
  readonly [Key in keyof T]: Key extends (typeof fixedKeys)[number] ? T[Key] : LiveValue<T[Key]>
}
type LiveValue<V> = V extends string
  ? string
  : V extends (...args: never[]) => unknown
    ? V
    : V extends object
      ? Live<V>
      : V

/** Keys whose values are not texts. */
const fixedKeys = ['href', 'topic', 'id'] as const
const originals = new WeakMap<object, Page>()

/**
 * Returns the texts of a page as an object whose text properties return the texts currently in force. Functions, numbers and
 * computed texts are not affected.
 *
 * @param page id of the page, among the pages of the shop
 */
export function editable<const T extends object>(page: string, texts: T, options: Options = {}): Live<T> {
  const original = flat(texts, options.except ?? [])
  const inForce = () => catalogue().pages.find(({ id }) => id === page)?.texts ?? original
  const live = liveObject(texts, '', { original, inForce, options })
  originals.set(live, { id: page, texts: original })
  return live as Live<T>
}

/**
 * Returns the release's texts of a page.
 *
 * @param live the object that `editable` returned
 */
export function originalOf(live: object): Page {
  const page = originals.get(live)
  if (!page) throw new Error('not a page that can be edited')
  return page
}

/**
 * Returns the date since which the current texts of a page apply: that of the release, or that of the shop's own texts when they
 * are newer.
 */
export function changedOn<Day extends string>(page: string, released: Day): Day {
  const changed = catalogue().pages.find(({ id }) => id === page)?.changed as Day | undefined
  return changed !== undefined && changed > released ? changed : released
}

interface Reading {
  original: PageTexts
  inForce: () => PageTexts
  options: Options
}

function liveObject(source: object, above: string, reading: Reading): object {
  const live = {}
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(source))) {
    Object.defineProperty(live, key, liveProperty(key, property, above, reading))
  }
  return live
}

function liveProperty(
  key: string,
  property: PropertyDescriptor,
  above: string,
  reading: Reading,
): PropertyDescriptor {
  const value: unknown = property.value
  if (!isEdited(key, property, above, reading.options.except ?? [])) return property
  const slot = above + key
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { enumerable: true, value: liveObject(value, `${slot}.`, reading) }
  }
  return { enumerable: true, get: () => liveValue(value, slot, reading) }
}

function liveValue(value: unknown, slot: string, reading: Reading): unknown {
  if (typeof value === 'string') return textAt(slot, reading)
  if (!Array.isArray(value)) return value
  if (!isQuestions(value)) {
    return value.map((item, index) =>
      typeof item === 'object' && item !== null
        ? liveObject(item, `${slot}.${index}.`, reading)
        : liveValue(item, `${slot}.${index}`, reading),
    )
  }
  const texts = reading.inForce()
  const count = countQuestions(texts, slot) || value.length
  return Array.from({ length: count }, (_, index) => ({
    question: textAt(`${slot}.${index}.question`, reading),
    answer: textAt(`${slot}.${index}.answer`, reading),
  }))
}

/** A slot added in a later release has no text in an earlier version of the page. */
function textAt(slot: string, { original, inForce, options: { names = {} } }: Reading): string {
  const text = inForce()[slot] ?? original[slot] ?? ''
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => names[name]?.() ?? whole)
}

/** Returns the texts of an object, by slot. */
function flat(source: object, except: readonly string[], above = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(Object.getOwnPropertyDescriptors(source)).map(([key, property]) => {
      const value: unknown = property.value
      if (!isEdited(key, property, above, except)) return {}
      if (typeof value === 'string') return { [above + key]: value }
      return typeof value === 'object' && value !== null ? flat(value, except, `${above}${key}.`) : {}
    }),
  ) as Record<string, string>
}

function isEdited(
  key: string,
  property: PropertyDescriptor,
  above: string,
  except: readonly string[],
): boolean {
  if (property.get || key === 'length' || fixedKeys.some((fixed) => fixed === key)) return false
  return !except.includes(above + key)
}

function isQuestions(list: readonly unknown[]): boolean {
  return typeof list[0] === 'object' && list[0] !== null && 'question' in list[0]
}
