import { frame, type Sheet } from './sheet.ts'

/** A text in a box of a given width, in points. */
export interface Boxed {
  text: string
  width: number
}

/** Less room than this at the foot of a page is left empty, in points. */
const minRoom = 120

/** The space that a row, or another block, of a height needs to begin on a page; one that is taller than a page breaks. */
export function roomFor(height: number, head = 0): number {
  return height > pageBelow(head) ? minRoom : height
}

const pageBelow = (head: number) => frame.bottom - frame.top - head

/**
 * Splits a row that is taller than a page into parts that each fit one: the first in the remaining space, the others on pages
 * whose first `head` points are taken. A row that fits a page is its only part. A cell without remaining text is empty.
 *
 * @param heightOf the height of a row of these texts
 */
export function splitRow<Cell extends Boxed>(
  sheet: Sheet,
  cells: readonly Cell[],
  { head, heightOf }: { head: number; heightOf: (cells: readonly Cell[]) => number },
): (readonly Cell[])[] {
  const page = pageBelow(head)
  if (heightOf(cells) <= page) return [cells]
  const left = frame.bottom - sheet.doc.y
  const parts: (readonly Cell[])[] = []
  let rest = cells
  for (let room = left < minRoom ? page : left; ; room = page) {
    const part = rest.map((cell) => ({
      ...cell,
      text: beginningOf(cell.text, (text) => heightOf([{ ...cell, text }]) <= room),
    }))
    parts.push(part)
    rest = rest.map((cell, index) => ({
      ...cell,
      text: cell.text.slice(part[index]?.text.length ?? 0).trimStart(),
    }))
    if (rest.every(({ text }) => text === '')) return parts
  }
}

/** The longest beginning of a text that fits, up to the end of a word if possible; at least one letter. */
function beginningOf(text: string, fits: (beginning: string) => boolean): string {
  if (fits(text)) return text
  let [fitting, tooLong] = [1, text.length]
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2)
    if (fits(text.slice(0, middle))) fitting = middle
    else tooLong = middle
  }
  const beginning = text.slice(0, fitting)
  const word = beginning.search(/\s\S*$/)
  return word > 0 ? beginning.slice(0, word) : beginning
}
