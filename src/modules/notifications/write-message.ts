import {
  exampleFilling,
  fillWording,
  type MessageTexts,
  nameProblems,
  releaseTexts,
  type Wording,
} from '../../core/message-wording.ts'
import { type WrittenMessage, write } from './domain/content.ts'

/** The shop's texts for a kind; undefined when the release's texts apply. */
type ReadTexts = (kind: string) => MessageTexts | undefined

let read: ReadTexts = () => undefined

/** Sets where this process reads the shop's own texts from. Until then the release's are used. */
export function readTextsFrom(reader: ReadTexts): void {
  read = reader
}

/**
 * The values with which a wording is filled, as it declares them: the compiler checks its names, its pieces and their
 * cases.
 */
type FillingOf<W extends Wording> = (W extends { isNameless: true } ? object : { nome: string }) &
  (keyof W['names'] extends never ? object : { values: Readonly<Record<keyof W['names'], string>> }) &
  (W extends { pieces: infer P }
    ? { cases: { readonly [Name in keyof P]: keyof P[Name] | undefined } }
    : object) &
  (W extends { action: string } ? { url: string | undefined } : object)

/**
 * Writes a message of a kind in the texts in force: the shop's own, otherwise the release's. The caller stores these words: they
 * are never generated again.
 */
export function writeMessage<
  Wordings extends Readonly<Record<string, Wording>>,
  Kind extends keyof Wordings & string,
>(wordings: Wordings, kind: Kind, filling: FillingOf<Wordings[Kind]>): WrittenMessage {
  const wording = wordings[kind] as Wording
  const { nome = '', ...filled } = { values: {}, cases: {}, url: undefined, ...filling } as {
    nome?: string
    values: Readonly<Record<string, string>>
    cases: Readonly<Record<string, string | undefined>>
    url: string | undefined
  }
  return write({ nome, ...fillWording(wording, textsInForce(kind, wording), filled) })
}

/**
 * Writes a message with its examples, in texts that are not in force yet. @param at which case of each piece: the first, the
 * second…
 */
export function exampleMessage({
  wording,
  texts,
  at,
  url,
}: {
  wording: Wording
  texts: MessageTexts
  at: number
  url: string
}): WrittenMessage {
  const nome = wording.isNameless ? '' : EXAMPLE_NAME
  return write({ nome, ...fillWording(wording, texts, { ...exampleFilling(wording, at), url }) })
}

const EXAMPLE_NAME = 'Maria Aparecida da Silva'

/** Texts with the result of checking them against their wording. */
const fitting = new WeakMap<MessageTexts, boolean>()

/**
 * Returns the shop's texts, unless under a newer release they would be sent with unfilled braces, or omit a required part: then
 * the release's.
 */
function textsInForce(kind: string, wording: Wording): MessageTexts {
  const texts = read(kind)
  if (!texts) return releaseTexts(wording)
  const fits = fitting.get(texts) ?? nameProblems(wording, texts).length === 0
  fitting.set(texts, fits)
  return fits ? texts : releaseTexts(wording)
}
