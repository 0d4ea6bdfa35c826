import { greetingTo } from '../../../core/text.ts'
import type { ChannelName } from './message.ts'

/**
 * What a message says, in the order in which it is read. All of it is plain text in Portuguese: nothing is markup, and only
 * the address of the action can be followed.
 */
export interface MessageContent {
  /** What happened: the first line that is read once the message is open. */
  title: string
  /** What a locked screen may show below the subject: neither a debt nor a service. */
  preheader: string
  /** At most three short paragraphs that say enough by themselves, and name neither a debt nor a service: WhatsApp sends only these. */
  lines: readonly string[]
  /** What a person of the team wrote, as they wrote it; the label says what it is. */
  quote?: Labelled
  /** A code to type, as it is read aloud. */
  code?: string
  /** At most five, each a line of its own. */
  facts?: readonly Labelled[]
  /** The one thing to do next. */
  action?: MessageAction
  /** What is good to know and asks for nothing. */
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

/** A message whose wording is its content; `text` is the same words for who reads plain text. */
export interface WrittenMessage {
  subject: string
  text: string
  content: MessageContent
}

/**
 * Writes a message: what a module declares about an event becomes its subject, its content and its plain text.
 *
 * @param nome of the recipient, whose first name begins the first line; undefined: the team, which nobody greets
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

/** The content as plain text: the same words in the same order, without the signature. */
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
 * The content where the screen that shows it may lie locked on a table: only the lines, and where the rest is. Titles, facts and
 * what the team wrote may name a debt, a service or an amount.
 */
export function shortText({ lines, code, action }: MessageContent): string {
  const paragraphs = [code, ...lines, action && `Veja aqui:\n${action.url}`]
  return paragraphs.filter((paragraph): paragraph is string => Boolean(paragraph)).join('\n\n')
}

/** The words of a content on a channel, without the signature. */
export function wordsOf(content: MessageContent, channel: ChannelName): string {
  return channel === 'email' ? plainText(content) : shortText(content)
}

/** The content with every text changed by the same rule. */
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
