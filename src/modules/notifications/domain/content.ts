import { greetingTo } from '../../../core/text.ts'
import type { ChannelName } from './message.ts'

/**
 * The parts of a message in reading order. All of it is plain text in Portuguese: nothing is markup, and only the address
 * of the action is a link.
 */
export interface MessageContent {
  /** The event in a few words: the first line of the opened message. */
  title: string
  /** The text that a locked screen may show below the subject: names neither a debt nor a service. */
  preheader: string
  /**
   * At most three short paragraphs that are sufficient by themselves, and name neither a debt nor a service: WhatsApp sends only
   * these.
   */
  lines: readonly string[]
  /** The words of a team member, unchanged, under a label. */
  quote?: Labelled
  /** A code to type, formatted for reading aloud. */
  code?: string
  /** At most five, each on its own line. */
  facts?: readonly Labelled[]
  /** The next action for the reader. */
  action?: MessageAction
  /** Additional information that requires no action. */
  note?: string
}

export interface Labelled {
  label: string
  value: string
}

export interface MessageAction {
  label: string
  /** Absolute, of this site. */
  url: string
}

/** A message whose words are its content; `text` has the same words as plain text. */
export interface WrittenMessage {
  subject: string
  text: string
  content: MessageContent
}

/**
 * Writes a message: turns what a module declares about an event into its subject, content and plain text.
 *
 * @param nome of the recipient, whose first name begins the first line; undefined: the team, which gets no greeting
 */
export function write({
  subject,
  nome,
  lines: [first = '', ...others],
  ...rest
}: MessageContent & { subject: string; nome?: string }): WrittenMessage {
  const greeted = nome === undefined ? first : `${greetingTo(nome)} ${first}`.trim()
  const content: MessageContent = { ...rest, lines: [greeted, ...others].filter((line) => line !== '') }
  return { subject, text: plainText(content), content }
}

/** Returns the content as plain text: the same words in the same order, without the signature. */
export function plainText({ title, lines, quote, code, facts = [], action, note }: MessageContent): string {
  const paragraphs = [
    title,
    code,
    ...lines,
    quote && `${quote.label}:\n${quote.value}`,
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    action && `${action.label}:\n${action.url}`,
    note,
  ]
  return paragraphs.filter((paragraph): paragraph is string => Boolean(paragraph)).join('\n\n')
}

/**
 * Returns the content for channels that may appear on a locked screen: only the lines, and the link to the rest. Titles, facts
 * and the team's words may name a debt, a service or an amount.
 */
export function shortText({ lines, code, action }: MessageContent): string {
  const paragraphs = [code, ...lines, action && `Veja aqui:\n${action.url}`]
  return paragraphs.filter((paragraph): paragraph is string => Boolean(paragraph)).join('\n\n')
}

/** Returns the words of a content on a channel, without the signature. */
export function wordsOf(content: MessageContent, channel: ChannelName): string {
  return channel === 'email' ? plainText(content) : shortText(content)
}

/** Applies the same rule to every text of the content. */
export function mapContent(content: MessageContent, change: (text: string) => string): MessageContent {
  const { title, preheader, lines, quote, code, facts, action, note } = content
  const labelled = ({ label, value }: Labelled) => ({ label: change(label), value: change(value) })
  return {
    title: change(title),
    preheader: change(preheader),
    lines: lines.map(change),
    ...(quote && { quote: labelled(quote) }),
    ...(code !== undefined && { code: change(code) }),
    ...(facts && { facts: facts.map(labelled) }),
    ...(action && { action: { label: change(action.label), url: change(action.url) } }),
    ...(note !== undefined && { note: change(note) }),
  }
}
