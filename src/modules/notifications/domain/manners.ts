import { isHoliday } from '../../../core/business-days.ts'
import {
  addDays,
  type IsoDate,
  minuteOfDayInSaoPaulo,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
  weekday,
} from '../../../core/calendar.ts'
import { DAY } from '../../../core/durations.ts'
import type { ChannelName } from './message.ts'

/** What a message is about, as its reader chooses. `team`: to ourselves. */
export type Topic = 'account' | 'contract' | 'progress' | 'reminders' | 'offers' | 'team'

/** The topics that a reader may switch off, or have by WhatsApp. The others are owed to them: the law, or their safety. */
export const optionalTopics = ['progress', 'reminders', 'offers'] as const satisfies readonly Topic[]
export type OptionalTopic = (typeof optionalTopics)[number]

/** Where a reader wants a topic. */
export const channelOptions = ['email', 'whatsapp', 'none'] as const
export type ChannelOption = ChannelName | 'none'
export type ChannelPreferences = Readonly<Record<OptionalTopic, ChannelOption>>

/** Of somebody who has chosen nothing. WhatsApp is never assumed. */
export const unchosen: ChannelPreferences = { progress: 'email', reminders: 'email', offers: 'email' }

/** How a kind of message behaves. */
export interface Manner {
  topic: Topic
  /**
   * `at_once`: it answers what its reader has just done, or what they wait for by the hour. `by_day`: it waits for the hours in
   * which people are written to.
   */
  when: 'at_once' | 'by_day'
}

/** Minutes of the day in São Paulo, the last one excluded. Saturdays end early; Sundays and holidays have none. */
export const sendingHours = {
  weekday: { from: 8 * 60, until: 20 * 60 },
  saturday: { from: 8 * 60, until: 14 * 60 },
} as const

/** In seven days, for one reader. A reminder too many is left out; news wait until there is room. */
export const perWeek: Readonly<Record<OptionalTopic, number>> = { progress: 7, reminders: 3, offers: 2 }

const week = 7 * DAY

export function isOptional(topic: Topic): topic is OptionalTopic {
  return optionalTopics.some((known) => known === topic)
}

/** Whether people may be written to without having asked at this moment. */
export function isSendingTime(now: Date): boolean {
  const hours = hoursOf(todayInSaoPaulo(now))
  const minute = minuteOfDayInSaoPaulo(now)
  return hours !== undefined && minute >= hours.from && minute < hours.until
}

/** The moment itself when people may be written to, else the next such moment. */
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

/** Why a message is not sent. `untrue`: what it is about has changed since. */
export type DropReason = 'unwanted' | 'too_many' | 'outdated' | 'untrue'

export type SendingDecision =
  | { send: 'now' }
  | { send: 'later'; at: Date }
  | { send: 'never'; reason: DropReason }

/**
 * When a message goes out, if at all: the one place that knows, asked when it is stored and again before each attempt to deliver it.
 *
 * @param preferred what its reader chose for its topic; ignored for topics that are not optional
 * @param notAfter when it is worth nothing any more
 * @param earlier when other messages of its topic went, or will go, to the same reader
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

/** Undefined for a reminder too many. */
function timeFor({
  topic,
  when,
  now,
  earlier,
}: Manner & { now: Date; earlier: readonly Date[] }): Date | undefined {
  const start = when === 'at_once' ? now : nextSendingTime(now)
  if (!isOptional(topic) || when === 'at_once') return start
  const newestFirst = earlier.toSorted((a, b) => b.getTime() - a.getTime())
  // What was stored first goes first.
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
  return new Date(midnight.getTime() + (minute - first) * 60_000)
}
