import {
  isOutside,
  namesOfSlots,
  neededValues,
  paragraphsOf,
  pieceSlot,
  releaseTexts,
  type Wording,
  type WordingSlot,
  wordingSlots,
} from '../../../core/message-wording.ts'
import { catalogue, type MessageTextsContent } from '../../../modules/catalogue/public.ts'
import { messageWordsCopy as copy } from '../../copy/desk-message-words.ts'
import type { FieldGroup, FieldSpec, Values } from './fields.ts'

/*
 * The words of a message as the fields of a form. A field is named by its slot; the cases of a piece are fields of a group.
 */

/** Returns the wording of a message; undefined for an unknown message. */
export function wordingOf(id: string): Wording | undefined {
  return catalogue().messages.find((message) => message.id === id)?.wording
}

/** Returns a group with the slots in their order, and a group for each piece. */
export function messageGroups(id: string): FieldGroup[] {
  const wording = wordingOf(id)
  if (!wording) return []
  const texts = releaseTexts(wording)
  return [
    {
      id: 'message',
      fields: wordingSlots.filter((slot) => slot in texts).map((slot) => slotField(wording, slot)),
    },
    ...Object.entries(wording.pieces ?? {}).map(([name, cases]) => ({
      id: `piece.${name}`,
      title: copy.piece(name),
      fields: Object.entries(cases)
        .filter(([, { isFixed }]) => !isFixed)
        .map(([caseId, { when }]): FieldSpec => {
          const slot = pieceSlot(name, caseId)
          return { name: slot, label: when, as: 'text', ...hintFor(wording, slot) }
        }),
    })),
  ]
}

function slotField(wording: Wording, slot: WordingSlot): FieldSpec {
  const as = slot === 'lines' ? 'lines' : slot === 'note' ? 'text' : 'line'
  return { name: slot, label: copy.slots[slot], as, ...hintFor(wording, slot) }
}

/** Returns a hint with the names that are allowed in a slot, and those that are required. */
function hintFor(wording: Wording, slot: string): { hint?: string } {
  const own = namesOfSlots(wording).find((one) => one.slot === slot)
  const values = neededValues(wording).filter((needed) => needed.slot === slot)
  const needed = [...new Set([...(own?.needed ?? []), ...values.map(({ name }) => name)])]
  const allowed = (own?.allowed ?? []).filter((name) => !needed.includes(name))
  const hints = [
    ...(needed.length > 0 ? [copy.needed(needed)] : []),
    ...(allowed.length > 0 ? [copy.allowed(allowed)] : []),
  ]
  return hints.length > 0 ? { hint: hints.join(' ') } : {}
}

/** Returns the form values that represent a content; slots added in a later release contain the release's text. */
export function messageValues(id: string, { texts }: MessageTextsContent): Values {
  const wording = wordingOf(id)
  if (!wording) return {}
  const original = releaseTexts(wording)
  return Object.fromEntries(Object.entries(original).map(([slot, text]) => [slot, texts[slot] ?? text]))
}

/** Returns the content that was typed for a message. */
export function messageContentFrom(id: string, values: Values): MessageTextsContent {
  const wording = wordingOf(id)
  const slots = wording ? Object.keys(releaseTexts(wording)) : []
  const typed = (slot: string) => values[slot]?.replace(/\r\n?/g, '\n').trim() ?? ''
  return {
    texts: Object.fromEntries(
      slots.map((slot) => [slot, slot === 'lines' ? paragraphsOf(typed(slot)).join('\n\n') : typed(slot)]),
    ),
  }
}

/** Returns the names of a wording with their examples, beginning with those that may be shown on a locked screen. */
export function namesShown(wording: Wording): { name: string; text: string }[] {
  const isSaid = (name: string) =>
    namesOfSlots(wording).some(({ slot, allowed }) => isOutside(wording, slot) && allowed.includes(name))
  const names = Object.entries(wording.names).map(([name, text]) => ({ name, text }))
  return [...names.filter(({ name }) => isSaid(name)), ...names.filter(({ name }) => !isSaid(name))]
}
