import { isHoliday } from '../../../core/business-days.ts'
import {
  addDays,
  type IsoDate,
  minuteOfDayInSaoPaulo,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
  weekday,
} from '../../../core/calendar.ts'
import { DAY, MINUTE } from '../../../core/durations.ts'
import type { ChannelName } from './message.ts'

/** The topic of a message, as its reader selects it. `team`: internal messages. */
export type Topic = 'account' | 'contract' | 'progress' | 'reminders' | 'offers' | 'team'

/**
 * The topics that a reader may switch off, or receive by WhatsApp. The others are mandatory, by law or for the reader's
 * security.
 */
export const optionalTopics = ['progress', 'reminders', 'offers'] as const satisfies readonly Topic[]
export type OptionalTopic = (typeof optionalTopics)[number]

/** The channel on which a reader wants a topic. */
export const channelOptions = ['email', 'whatsapp', 'none'] as const
export type ChannelOption = ChannelName | 'none'
export type ChannelPreferences = Readonly<Record<OptionalTopic, ChannelOption>>

/** Preferences of a reader who has chosen nothing. WhatsApp is never the default. */
export const unchosen: ChannelPreferences = { progress: 'email', reminders: 'email', offers: 'email' }

/** Topic and sending time of a kind of message. */
export interface Manner {
  topic: Topic
  /**
   * `at_once`: answers something that its reader has just done, or expects within the hour. `by_day`: waits for the hours in
   * which messages may be sent.
   */
  when: 'at_once' | 'by_day'
}

/** Minutes of the day in São Paulo, the last one excluded. Saturdays end early; Sundays and holidays have none. */
export const sendingHours = {
  weekday: { from: 8 * 60, until: 20 * 60 },
  saturday: { from: 8 * 60, until: 14 * 60 },
} as const

/** Maximum in seven days for one reader. A reminder beyond it is dropped; news wait until there is room. */
export const perWeek: Readonly<Record<OptionalTopic, number>> = { progress: 7, reminders: 3, offers: 2 }

const week = 7 * DAY

export function isOptional(topic: Topic): topic is OptionalTopic {
  return optionalTopics.some((known) => known === topic)
}

/** Whether messages that the reader has not just requested may be sent at this time. */
export function isSendingTime(now: Date): boolean {
  const hours = hoursOf(todayInSaoPaulo(now))
  const minute = minuteOfDayInSaoPaulo(now)
  return hours !== undefined && minute >= hours.from && minute < hours.until
}

/** Returns the time itself when messages may be sent then, otherwise the next such time. */
export function nextSendingTime(from: Date): Date {
  if (isSendingTime(from)) return from
  let day = todayInSaoPaulo(from)
  while (true) {
    const hours = hoursOf(day)
    const start = hours && atMinute(day, hours.from)
    if (start && start > from) return start
    day = addDays(day, 1)
  }
}

/** Why a message is not sent. `untrue`: the facts it is about have changed since. */
export type DropReason = 'unwanted' | 'too_many' | 'outdated' | 'untrue'

export type SendingDecision =
  | { send: 'now' }
  | { send: 'later'; at: Date }
  | { send: 'never'; reason: DropReason }

/**
 * Decides when a message is sent, if at all. The only place with this decision: called when the message is stored and again before
 * each attempt to deliver it.
 *
 * @param preferred the reader's choice for the topic; ignored for topics that are not optional
 * @param notAfter when the message is no longer of use
 * @param earlier when other messages of its topic were sent, or will be sent, to the same reader
 */
export function decideSending({
  manner: { topic, when },
  preferred,
  now,
  notAfter,
  earlier = [],
}: {
  manner: Manner
  preferred: ChannelOption
  now: Date
  notAfter?: Date | undefined
  earlier?: readonly Date[]
}): SendingDecision {
  if (topic === 'team') return { send: 'now' }
  if (isOptional(topic) && preferred === 'none') return { send: 'never', reason: 'unwanted' }
  const at = timeFor({ topic, when, now, earlier })
  if (at === undefined) return { send: 'never', reason: 'too_many' }
  if (notAfter && at > notAfter) return { send: 'never', reason: 'outdated' }
  return at > now ? { send: 'later', at } : { send: 'now' }
}

/** Undefined for a reminder beyond the weekly limit. */
function timeFor({
  topic,
  when,
  now,
  earlier,
}: Manner & { now: Date; earlier: readonly Date[] }): Date | undefined {
  const start = when === 'at_once' ? now : nextSendingTime(now)
  if (!isOptional(topic) || when === 'at_once') return start
  const newestFirst = earlier.toSorted((a, b) => b.getTime() - a.getTime())
  // Messages are sent in the order in which they were stored.
  const [newest] = newestFirst
  const at = newest && newest > start ? nextSendingTime(newest) : start
  const first = newestFirst[perWeek[topic] - 1]
  if (!first || first.getTime() <= at.getTime() - week) return at
  return topic === 'reminders' ? undefined : nextSendingTime(new Date(first.getTime() + week))
}

function hoursOf(day: IsoDate): { from: number; until: number } | undefined {
  if (weekday(day) === 0 || isHoliday(day)) return undefined
  return weekday(day) === 6 ? sendingHours.saturday : sendingHours.weekday
}

function atMinute(day: IsoDate, minute: number): Date {
  const midnight = startOfDayInSaoPaulo(day)
  const first = minuteOfDayInSaoPaulo(midnight)
  return new Date(midnight.getTime() + (minute - first) * MINUTE)
}
