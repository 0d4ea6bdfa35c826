import { templates } from './templates.ts'

/** Status of a message of the business on its way to the phone. */
export type MessageStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'

/** Message that the business sent, as the phone shows it. */
export interface PhoneMessage {
  wamid: string
  to: string
  /** 'text', or the name of the template. */
  sentAs: string
  text: string
  /** Text that the business sent so that its notices repeat it. */
  opaque: string | undefined
  status: MessageStatus
  code: number | undefined
  at: string
}

/** Message that the person on the phone wrote. */
interface Answer {
  wamid: string
  from: string
  text: string
  type: string
  at: string
}

export interface State {
  messages: PhoneMessage[]
  answers: Answer[]
  /** Approval status of each template. */
  templates: Map<string, { body: string; status: string }>
  /** Numbers that are not on WhatsApp. */
  absent: Set<string>
  /** Number of requests to send a message, including refused ones. */
  requests: number
  ids: number
}

export function emptyState(): State {
  return {
    messages: [],
    answers: [],
    templates: new Map(Object.entries(templates).map(([name, body]) => [name, { body, status: 'APPROVED' }])),
    absent: new Set(),
    requests: 0,
    ids: 0,
  }
}

/**
 * Checks whether two numbers are one telephone. A Brazilian mobile may be written with the ninth digit or, as in accounts older
 * than that digit, without it.
 */
export function isSamePhone(one: string, other: string): boolean {
  const short = (phone: string) => phone.replace(/^(55\d{2})9(\d{8})$/, '$1$2')
  return short(one) === short(other)
}

const day = 24 * 60 * 60_000

/** Checks whether the person wrote within the last 24 hours. */
export function isWindowOpen({ answers }: State, phone: string, now: Date): boolean {
  return answers.some(({ from, at }) => isSamePhone(from, phone) && now.getTime() - Date.parse(at) < day)
}
