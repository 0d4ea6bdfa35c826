import { catalogue, countQuestions, type Page, type PageTexts } from '../../modules/catalogue/public.ts'

/*
 * The texts of a page that the shop may write in its own words (docs/decisions/0068). What is written in the code is the release's;
 * whoever reads the same object gets what holds now.
 */

type Values = Readonly<Record<string, () => string>>

interface Options {
  /** What the texts name in braces, and what stands for it. */
  names?: Values
  /** Keys whose texts stay with the code: what a form, a rule or a drawing depends on. */
  except?: readonly string[]
}

/** The same texts, as any text. */
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

/** What is no text. */
const fixedKeys = ['href', 'topic', 'id'] as const
const originals = new WeakMap<object, Page>()

/**
 * Texts of a page as an object whose every text is what holds when it is read. Functions, numbers and texts that are computed stay
 * as they are.
 *
 * @param page its id among the pages of the shop
 */
export function editable<const T extends object>(page: string, texts: T, options: Options = {}): Live<T> {
  const original = flat(texts, options.except ?? [])
  const inForce = () => catalogue().pages.find(({ id }) => id === page)?.texts ?? original
  const live = liveObject(texts, '', { original, inForce, options })
  originals.set(live, { id: page, texts: original })
  return live as Live<T>
}

/** What the release says on a page. @param live what `editable` made */
export function originalOf(live: object): Page {
  const page = originals.get(live)
  if (!page) throw new Error('not a page that can be edited')
  return page
}

/** The day since which a page says what it says: of the release, or of the shop's own words where they are newer. */
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

/** A slot that a later release added has no text in a version that was written before. */
function textAt(slot: string, { original, inForce, options: { names = {} } }: Reading): string {
  const text = inForce()[slot] ?? original[slot] ?? ''
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => names[name]?.() ?? whole)
}

/** The texts of an object by their slots. */
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
