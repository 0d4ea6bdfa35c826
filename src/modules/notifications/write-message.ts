import {
  exampleFilling,
  fillWording,
  type MessageTexts,
  nameProblems,
  releaseTexts,
  type Wording,
} from '../../core/message-wording.ts'
import { type WrittenMessage, write } from './domain/content.ts'

/** What the shop says of a kind; undefined where it says what the release says. */
type ReadTexts = (kind: string) => MessageTexts | undefined

let read: ReadTexts = () => undefined

/** Where this process reads the shop's own words from. Until this is called they are the release's. */
export function readTextsFrom(reader: ReadTexts): void {
  read = reader
}

/** What a wording is filled with, as it declares it: the compiler knows its names, its pieces and their cases. */
type FillingOf<W extends Wording> = (W extends { isNameless: true } ? object : { nome: string }) &
  (keyof W['names'] extends never ? object : { values: Readonly<Record<keyof W['names'], string>> }) &
  (W extends { pieces: infer P }
    ? { cases: { readonly [Name in keyof P]: keyof P[Name] | undefined } }
    : object) &
  (W extends { action: string } ? { url: string | undefined } : object)

/**
 * Writes a message of a kind in the words that hold: the shop's own, else the release's. Whoever stores it keeps these words: it is
 * never written again.
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

/** A message with its examples, in words that may not hold yet. @param at which case of each piece: the first, the second… */
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

/** Texts that were found to fit their wording, or not. */
const fitting = new WeakMap<MessageTexts, boolean>()

/** The shop's words, unless a newer release would send braces with them, or leave out what has to be said: then the release's. */
function textsInForce(kind: string, wording: Wording): MessageTexts {
  const texts = read(kind)
  if (!texts) return releaseTexts(wording)
  const fits = fitting.get(texts) ?? nameProblems(wording, texts).length === 0
  fitting.set(texts, fits)
  return fits ? texts : releaseTexts(wording)
}
