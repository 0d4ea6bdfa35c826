import { namesIn } from './fill-words.ts'

/*
 * The words of a message as data: the release's texts, the names in braces that they use, and the names that any other texts must
 * include. A shop overrides them with its own texts; the code fills both in the same way.
 */

/** One case of a piece. `when` describes it, in Portuguese, to the person who edits it. */
export interface PieceCase {
  when: string
  words: string
  /** Editors cannot change it. */
  isFixed?: true
}

/** The editable texts of a kind of message. */
export interface Wording {
  /** Neutral, because it is shown on a locked screen; so are the preheader and the lines. */
  subject: string
  title: string
  preheader: string
  /** At most three paragraphs; the greeting precedes the first. WhatsApp sends these and the link. */
  lines: readonly string[]
  /** Text that a person wrote, or a description of what happened. Left out when it is empty after filling. */
  quote?: { label: string; text: string }
  /**
   * The rows below the lines. Defined by the code and not editable; a row is left out when its text is empty after
   * filling.
   */
  facts?: readonly { label: string; text: string }[]
  /** The label of the button. */
  action?: string
  note?: string
  /** The names in braces, each with an example value. */
  names: Readonly<Record<string, string>>
  /** Names that the words may leave out, although nothing else states them. */
  optional?: readonly string[]
  /**
   * Parts whose case the code chooses, or which it leaves out. The words of each case can be edited; the position of the part
   * cannot.
   */
  pieces?: Readonly<Record<string, Readonly<Record<string, PieceCase>>>>
  /** Parts that cannot be edited: statements that a law requires, or that protect from fraud. The words around them can. */
  fixed?: Readonly<Record<string, string>>
  /** True when the message goes to an address whose owner's name is unknown, or which is not verified. */
  isNameless?: true
}

/** The texts of a wording by their slots: 'subject', 'lines' (paragraphs between empty lines), 'piece.prazo.soon'. */
export type MessageTexts = Readonly<Record<string, string>>

/** Input with which a wording is filled. */
export interface Filling {
  values: Readonly<Record<string, string>>
  /** The case of each piece; a piece without a case is left out. */
  cases: Readonly<Record<string, string | undefined>>
  /** Target of the button; without it there is no button. */
  url: string | undefined
}

/** A filled message, before its greeting. */
export interface FilledWording {
  subject: string
  title: string
  preheader: string
  lines: readonly string[]
  quote?: { label: string; value: string }
  facts?: readonly { label: string; value: string }[]
  action?: { label: string; url: string }
  note?: string
}

/** Slots in the order of a message. */
export const wordingSlots = ['subject', 'preheader', 'title', 'lines', 'quote', 'action', 'note'] as const
export type WordingSlot = (typeof wordingSlots)[number]

/** The slots of a message that a locked screen, or WhatsApp, shows. */
const outside: readonly string[] = ['subject', 'preheader', 'lines'] satisfies WordingSlot[]

/** The release's text in each slot that can be edited. */
export function releaseTexts(wording: Wording): MessageTexts {
  const { subject, preheader, title, lines, quote, action, note } = wording
  return {
    subject,
    preheader,
    title,
    lines: lines.join('\n\n'),
    ...(quote && { quote: quote.label }),
    ...(action !== undefined && { action }),
    ...(note !== undefined && { note }),
    ...Object.fromEntries(
      piecesOf(wording).flatMap(({ name, cases }) =>
        Object.entries(cases).flatMap(([id, { words, isFixed }]) =>
          isFixed ? [] : [[pieceSlot(name, id), words]],
        ),
      ),
    ),
  }
}

/** The slot of one case of a piece. */
export function pieceSlot(name: string, id: string): string {
  return `piece.${name}.${id}`
}

/** A message in the words of `texts`; slots missing there use the release's text. */
export function fillWording(
  wording: Wording,
  texts: MessageTexts,
  { values, cases, url }: Filling,
): FilledWording {
  const all: MessageTexts = { ...releaseTexts(wording), ...texts }
  const parts = {
    ...Object.fromEntries(
      piecesOf(wording).map(({ name, cases: known }) => {
        const id = cases[name] ?? ''
        return [name, fill(all[pieceSlot(name, id)] ?? known[id]?.words ?? '', values)]
      }),
    ),
    ...Object.fromEntries(
      Object.entries(wording.fixed ?? {}).map(([name, words]) => [name, fill(words, values)]),
    ),
  }
  const said = (words = '') => fill(words, { ...values, ...parts })
  const quoted = said(wording.quote?.text)
  const facts = (wording.facts ?? [])
    .map(({ label, text }) => ({ label, value: said(text) }))
    .filter(({ value }) => value !== '')
  const note = said(all.note)
  return {
    subject: said(all.subject),
    title: said(all.title),
    preheader: said(all.preheader),
    lines: paragraphsOf(all.lines ?? '')
      .map(said)
      .filter((line) => line !== ''),
    ...(quoted !== '' && { quote: { label: all.quote ?? '', value: quoted } }),
    ...(facts.length > 0 && { facts }),
    ...(url !== undefined && all.action !== undefined && { action: { label: said(all.action), url } }),
    ...(note !== '' && { note }),
  }
}

/** Replaces the names in a text by their values; a name with an empty value is removed, with the space beside it. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  const standsFor = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
  const filled = text.replace(/( ?)\{(\w+)\}/g, (whole, space: string, name: string) => {
    const value = standsFor(name)
    if (value === undefined) return whole
    return value === '' ? '' : `${space}${value}`
  })
  const [, first = ''] = /^\{(\w+)\}/.exec(text) ?? []
  return standsFor(first) === '' ? filled.trimStart() : filled
}

/** Maximum number of paragraphs: together they fit into a template parameter of WhatsApp, with the link and the signature. */
export const MAX_PARAGRAPHS = 3

export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

function piecesOf({ pieces = {} }: Wording) {
  return Object.entries(pieces).map(([name, cases]) => ({ name, cases }))
}

/** The pieces and the fixed parts that the release places in a slot and that must remain there. */
export function partsPlacedIn(wording: Wording, slot: string): string[] {
  const placed = namesIn(releaseTexts(wording)[slot] ?? '')
  const parts = [...piecesOf(wording).map(({ name }) => name), ...Object.keys(wording.fixed ?? {})]
  return parts.filter((name) => placed.includes(name))
}

/** Every slot of a wording with its allowed and required names. */
export function namesOfSlots(wording: Wording): { slot: string; allowed: string[]; needed: string[] }[] {
  const texts = releaseTexts(wording)
  const isValue = (name: string) => Object.hasOwn(wording.names, name)
  const all = Object.keys(wording.names)
  /** The values that a slot uses, directly or through its parts. */
  const valuesSaidIn = (slot: string) => {
    const parts = partsPlacedIn(wording, slot)
    const words = [
      texts[slot] ?? '',
      ...parts.flatMap((name) => Object.values(wording.pieces?.[name] ?? {}).map((one) => one.words)),
      ...parts.map((name) => wording.fixed?.[name] ?? ''),
    ]
    return [...new Set(words.flatMap(namesIn))].filter(isValue)
  }
  const lockScreen = [...valuesSaidIn('subject'), ...valuesSaidIn('preheader')]
  const allowedIn = (slot: string): string[] => {
    if (slot === 'subject' || slot === 'preheader') return lockScreen
    if (slot === 'lines') return [...new Set([...lockScreen, ...valuesSaidIn('lines')])]
    return slot === 'action' || slot === 'quote' ? [] : all
  }
  /**
   * The slot in which the release places a piece; a piece that is used only in the quote counts as inside the message.
   */
  const placeOf = (name: string) =>
    wordingSlots.find((slot) => partsPlacedIn(wording, slot).includes(name)) ?? 'title'
  return Object.entries(texts).map(([slot, text]) => {
    const [, piece] = /^piece\.(\w+)\./.exec(slot) ?? []
    if (piece !== undefined) return { slot, allowed: allowedIn(placeOf(piece)), needed: namesIn(text) }
    const parts = partsPlacedIn(wording, slot)
    // The reader of the opened message finds it in the lines.
    const isRepeated = (name: string) =>
      slot === 'preheader' && partsPlacedIn(wording, 'lines').includes(name)
    return {
      slot,
      allowed: [...allowedIn(slot), ...parts],
      needed: parts.filter((name) => !isRepeated(name)),
    }
  })
}

/** The values that only the words state: one of the slots has to contain them. */
export function neededValues(wording: Wording): { name: string; slot: string }[] {
  const texts = releaseTexts(wording)
  const { facts = [], quote, optional = [], names, fixed = {} } = wording
  const elsewhere = [...facts.map(({ text }) => text), quote?.text ?? '', ...Object.values(fixed)].flatMap(
    namesIn,
  )
  return Object.keys(names).flatMap((name) => {
    const slot = wordingSlots.toReversed().find((one) => namesIn(texts[one] ?? '').includes(name))
    return slot && !elsewhere.includes(name) && !optional.includes(name) ? [{ name, slot }] : []
  })
}

/** A problem with the names in a text. `words` are the names. */
export interface NameProblem {
  slot: string
  code: 'unknown_name' | 'missing_name'
  words: string
}

/**
 * Names that are not available where they are used, and required names that are missing. Empty for texts that can be
 * filled.
 */
export function nameProblems(wording: Wording, texts: MessageTexts): NameProblem[] {
  const all: MessageTexts = { ...releaseTexts(wording), ...texts }
  const said = wordingSlots.flatMap((slot) => namesIn(all[slot] ?? ''))
  const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' ')
  return [
    ...namesOfSlots(wording).flatMap(({ slot, allowed, needed }): NameProblem[] => {
      const names = namesIn(all[slot] ?? '')
      const unknown = names.filter((name) => !allowed.includes(name))
      const missing = needed.filter((name) => !names.includes(name))
      return [
        ...(unknown.length > 0 ? [{ slot, code: 'unknown_name' as const, words: braced(unknown) }] : []),
        ...(missing.length > 0 ? [{ slot, code: 'missing_name' as const, words: braced(missing) }] : []),
      ]
    }),
    ...neededValues(wording)
      .filter(({ name }) => !said.includes(name))
      .map(({ name, slot }): NameProblem => ({ slot, code: 'missing_name', words: braced([name]) })),
  ]
}

/** A wording filled with its examples. @param at which case of each piece: the first, the second… */
export function exampleFilling(wording: Wording, at: number): Filling {
  const cases = piecesOf(wording).map(({ name, cases: of }) => {
    const ids = Object.keys(of)
    return [name, ids[at % ids.length]]
  })
  return { values: wording.names, cases: Object.fromEntries(cases), url: undefined }
}

/** Number of examples needed to show every case of every piece. */
export function countExamples(wording: Wording): number {
  return Math.max(1, ...piecesOf(wording).map(({ cases }) => Object.keys(cases).length))
}

/** Whether a locked screen, or WhatsApp, shows a slot. */
export function isOutside(wording: Wording, slot: string): boolean {
  const [, piece] = /^piece\.(\w+)\./.exec(slot) ?? []
  if (piece === undefined) return outside.includes(slot)
  return outside.some((one) => partsPlacedIn(wording, one).includes(piece))
}
