import type { App } from '../../../composition.ts'
import { countExamples, exampleFilling } from '../../../core/message-wording.ts'
import {
  byKind,
  type Content,
  type Message,
  partsOf,
  reminderNames,
  type Subject,
} from '../../../modules/catalogue/public.ts'
import type { WrittenMessage } from '../../../modules/notifications/index.server.ts'
import { approvedTemplate, optionalTopics, type Topic } from '../../../modules/notifications/public.ts'
import { messageWordsCopy as copy } from '../../copy/desk-message-words.ts'
import { paths } from '../../paths.ts'
import { namesShown } from './message-fields.ts'

/** A message or reminder whose content is being previewed. */
export interface LookedAt {
  subject: Subject
  content: Content
  message: Pick<Message, 'kind' | 'wording'> | undefined
}

/** Returns the target of the buttons in examples, a page that does not exist. */
const nowhere = (app: App) => new URL('/exemplo', app.config.publicUrl).href

/** Returns the kind of message of a subject; undefined when the subject is not a message. */
function kindOf({ subject, message }: Pick<LookedAt, 'subject' | 'message'>): string | undefined {
  const { kind, id } = partsOf(subject)
  return message?.kind ?? (kind === 'reminder' ? `instalment.${id}` : undefined)
}

/**
 * Renders a message as it would be sent, with example values.
 *
 * @param at the index of the example case
 */
export function previewOf(app: App, looked: LookedAt, at: number) {
  const kind = kindOf(looked)
  const message = exampleOf(app, looked, at)
  // Messages about data have no page with the full text (modules/privacy/addressed.ts).
  return kind && message && app.notifications.previewMessage({ kind, message, isWhole: isAboutData(kind) })
}

function exampleOf(
  app: App,
  { subject, content, message }: LookedAt,
  at: number,
): WrittenMessage | undefined {
  const url = nowhere(app)
  const said = byKind(subject, { content })
  if (said.kind === 'reminder') {
    const agreementUrl = `${url}#outra-forma`
    return app.payments.exampleReminder({ words: said.content, paymentsUrl: url, agreementUrl })
  }
  if (said.kind !== 'message' || !message) return undefined
  return app.notifications.exampleMessage({ wording: message.wording, texts: said.content.texts, at, url })
}

/** Returns the index of the example case that a URL requests. */
export function caseAt(text: string | null, { message }: Pick<LookedAt, 'message'>): number {
  const at = Number(text ?? 0)
  return Number.isInteger(at) && at >= 0 && at < (message ? countExamples(message.wording) : 1) ? at : 0
}

/** Returns the data with which screens show a message: its example by e-mail and by WhatsApp. */
export function exampleView(
  app: App,
  looked: LookedAt,
  {
    at,
    hrefOf,
    frame,
  }: {
    at: number
    /** Returns the address of the screen with another example case. */
    hrefOf: (at: number) => string
    /** The draft or the message that is previewed. */
    frame: { rascunho: string } | { mensagem: string }
  },
) {
  const preview = previewOf(app, looked, at)
  const kind = kindOf(looked)
  if (!preview || !kind) return undefined
  const { message } = looked
  const count = message ? countExamples(message.wording) : 1
  return {
    subject: preview.subject,
    href: paths.deskMessagePreview({ ...frame, ...(at > 0 && { exemplo: String(at) }) }),
    cases:
      message && count > 1
        ? Array.from({ length: count }, (_, index) => ({
            href: hrefOf(index),
            label: caseName(message, index),
            isCurrent: index === at,
          }))
        : [],
    whatsapp: channelsOf(app, kind).hasWhatsapp
      ? { text: preview.whatsapp, isWhole: isAboutData(kind), template: templateOf(kind) }
      : undefined,
  }
}

/** Returns the name of an example case, made from the names of the cases of its pieces: 'Há parcelas'. */
function caseName({ wording }: Pick<Message, 'wording'>, at: number): string {
  const chosen = Object.entries(exampleFilling(wording, at).cases).flatMap(([name, id]) => {
    const when = id === undefined ? undefined : wording.pieces?.[name]?.[id]?.when
    return when === undefined ? [] : [when]
  })
  return [...new Set(chosen)].join(' · ') || copy.caseNumber(at + 1)
}

function templateOf(kind: string) {
  const { name, body } = approvedTemplate(kind)
  return { name, body: body.replace('{{1}}', copy.templateMessage) }
}

/**
 * Returns the facts about a message that are shown beside its words: when it is sent, what its names stand for, which parts are
 * fixed.
 */
export function aboutMessage(app: App, { subject, message }: Pick<LookedAt, 'subject' | 'message'>) {
  const kind = kindOf({ subject, message })
  const line = app.calendarLines().find((other) => other.kind === kind)
  if (!line || kind === undefined) return undefined
  return {
    when: copy.when(line.what, line.moment),
    way: [copy.topics[line.topic], channelsOf(app, kind).text].join(', '),
    names: message
      ? namesShown(message.wording)
      : Object.entries(reminderNames).map(([name, text]) => ({ name, text })),
    fixed: Object.entries(message?.wording.fixed ?? {}).map(([name, text]) => ({ name, text })),
    isReminder: !message,
  }
}

function isAboutData(kind: string): boolean {
  return kind.startsWith('privacy.')
}

/** Returns the channels through which a kind of message is sent. */
export function channelsOf(app: App, kind: string): { text: string; hasWhatsapp: boolean } {
  const topic: Topic | undefined = app.calendarLines().find((line) => line.kind === kind)?.topic
  if (kind === 'conversation.answer') return { text: copy.channels.answered, hasWhatsapp: true }
  if (kind.startsWith('consultation.') && topic === 'contract')
    return { text: copy.channels.buyer, hasWhatsapp: true }
  if (isAboutData(kind)) return { text: copy.channels.without, hasWhatsapp: true }
  if (topic === 'account') return { text: copy.channels.email, hasWhatsapp: false }
  return optionalTopics.some((known) => known === topic)
    ? { text: copy.channels.chosen, hasWhatsapp: true }
    : { text: copy.channels.owed, hasWhatsapp: true }
}
