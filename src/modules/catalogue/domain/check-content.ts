import { isIsoDate } from '../../../core/calendar.ts'
import { isCnpj } from '../../../core/cnpj.ts'
import { DAY, MINUTE } from '../../../core/durations.ts'
import { MAX_EMAIL_LENGTH } from '../../../core/email.ts'
import { fillWords, namesIn } from '../../../core/fill-words.ts'
import type { Wording } from '../../../core/message-wording.ts'
import { type Centavos, formatBRL, sum } from '../../../core/money.ts'
import { isNeutral, SHOWN_ON_LOCKED_SCREEN } from '../../../core/neutral-words.ts'
import { isPhone } from '../../../core/phone.ts'
import { isKeyOf } from '../../../core/records.ts'
import { hasLetter } from '../../../core/text.ts'
import { messageProblems } from './check-message.ts'
import {
  bindingWords,
  forbiddenWords,
  requestsForSecrets,
  textsIn,
  typedAddresses,
  type WordCode,
} from './check-words.ts'
import {
  byKind,
  type ClaimContent,
  type CompanyContent,
  type Content,
  type LookupContent,
  type PageContent,
  type PlansContent,
  type ReminderContent,
  type ServiceContent,
  type StepsContent,
  type TestimonialContent,
} from './contents.ts'
import { countQuestions, MAX_QUESTIONS, maxLength, questionAt, questionLists } from './page.ts'
import { paymentTypeText } from './payment-text.ts'
import { parsePaymentTerms } from './payment-text-parser.ts'
import { type PlanWords, planId, planTotal } from './plan.ts'
import { neededNames, reminderDayLimits, reminderNames } from './reminder.ts'
import type { Step } from './service.ts'

export type ProblemCode =
  | 'length'
  | 'count'
  | 'deadline'
  /** The words state another number of days than orders get, or another kind of days. */
  | 'deadline_words'
  /** The contract states another deadline than the page. */
  | 'deadline_contract'
  | 'no_cash_plan'
  /** A variant of the service, people or companies, could not be hired. */
  | 'variant_without_plan'
  /** A plan of a variant that the service does not have. */
  | 'plan_without_variant'
  | 'same_plan'
  | 'two_popular'
  /** Cannot be written in the notation and parsed back unchanged. */
  | 'notation'
  | 'cheaper_than_cash'
  | 'too_many_for_card'
  | 'price'
  | 'minutes'
  | 'date'
  | 'expires_without_evidence'
  /** A day outside the range that keeps the reminders in order. */
  | 'reminder_days'
  /** Contains a name in braces that has no value. */
  | 'unknown_name'
  /** A text that the page does not show. */
  | 'unknown_text'
  /** A link to something that is not a page. */
  | 'link'
  /** Does not state the amount to pay, where to pay it, or the alternatives. */
  | 'missing_name'
  /** Would reveal a debt to another person. */
  | 'not_neutral'
  /** Contains a typed address that leads somewhere. */
  | 'typed_address'
  /** The text requests data that our team never requests. */
  | 'asks_secret'
  /** An invisible character. */
  | 'control_character'
  | 'cnpj'
  | 'phone'
  | 'email'
  | 'url'
  | WordCode

/** Reason why a content cannot be published. `field` is the affected part. */
export interface ContentProblem {
  field: string
  code: ProblemCode
  /** The offending words in it. */
  words?: string
}

/**
 * Maximum values of a content: `cardParts` is the number of parts into which providers split a card payment; prices in
 * centavos.
 */
export const contentLimits = {
  cardParts: 12,
  price: { from: 100, to: 100_000_000 },
  days: 365,
  lookupDays: 30,
} as const

/**
 * Returns everything that is wrong with a content; empty when it can be published.
 *
 * @param released the release's content of the subject: its own words are always allowed
 * @param wording of a message, which has no words without it
 */
export function problemsOf(
  subject: string,
  content: Content,
  released: Content,
  wording?: Wording,
): ContentProblem[] {
  return [
    ...problemsOfKind(subject, content, { released, wording }),
    ...wordProblems(subject, content, released),
  ]
}

/**
 * Statements that are not allowed. Pages and messages must not contain anything that binds the shop: claims serve that purpose, with
 * their evidence.
 */
function wordProblems(subject: string, content: Content, released: Content): ContentProblem[] {
  const edited = byKind(subject, { released })
  if (edited?.kind === 'company') return []
  const releasedTexts = textsIn(released).map(({ text }) => text)
  return textsIn(content)
    .filter(({ text }) => !releasedTexts.includes(text))
    .flatMap(({ field, text }) => [
      ...forbiddenWords(text).map((found) => ({ field, ...found })),
      // The shop's own paragraphs of the terms and of the policy are meant to bind it.
      ...(edited?.kind === 'message' || (edited?.kind === 'page' && edited.released.texts[field] !== '')
        ? bindingWords(text, releasedTexts).map((found) => ({ field, ...found }))
        : []),
    ])
}

function problemsOfKind(
  subject: string,
  content: Content,
  { released, wording }: { released: Content; wording: Wording | undefined },
): ContentProblem[] {
  const edited = byKind(subject, { content, released })
  switch (edited?.kind) {
    case 'service':
      return serviceProblems(edited.content)
    case 'plans':
      return plansProblems(edited.content, edited.released)
    case 'steps':
      return stepsProblems(edited.content)
    case 'lookup':
      return lookupProblems(edited.content)
    case 'claim':
      return claimProblems(edited.content)
    case 'testimonial':
      return testimonialProblems(edited.content)
    case 'reminder':
      return reminderProblems(edited.id, edited.content)
    case 'message':
      return wording
        ? messageProblems(edited.content.texts, wording)
        : [{ field: 'subject', code: 'unknown_text' }]
    case 'page':
      return pageProblems(edited.content, edited.released)
    case 'company':
      return companyProblems(edited.content)
    case undefined:
      return [{ field: 'subject', code: 'length' }]
    default:
      return edited satisfies never
  }
}

function serviceProblems(content: ServiceContent): ContentProblem[] {
  const { title, summary, features, inclusions, goodToKnow, contractSpecification, promise, variants } =
    content
  return [
    ...titles('title', title, 3, 80),
    ...words('summary', summary, 10, 400),
    ...lines('features', features, 1, 8),
    ...lines('inclusions', inclusions, 1, 15),
    ...lines('goodToKnow', goodToKnow, 1, 12),
    ...lines('contractSpecification', contractSpecification, 1, 15),
    ...words('promise', promise.text, 3, 60),
    ...variants.flatMap(({ id, ...variant }) => [
      ...titles(`${id}-label`, variant.label, 2, 40),
      ...lines(`${id}-inclusions`, variant.inclusions, 1, 15),
      ...lines(`${id}-contractSpecification`, variant.contractSpecification, 1, 15),
    ]),
    ...deadlineProblems(content),
  ]
}

/** An offer is binding: the order is held to what the page and the contract state. */
function deadlineProblems({ promise, contractSpecification }: ServiceContent): ContentProblem[] {
  const { kind, days } = promise.deadline
  if (!Number.isInteger(days) || days < 1 || days > contentLimits.days)
    return [{ field: 'days', code: 'deadline' }]
  const saysBusinessDays = /úte?i[sl]/i.test(promise.text)
  const matches = lastNumber(promise.text) === days && saysBusinessDays === (kind === 'businessDays')
  const inContract = contractSpecification.filter((line) => /^prazo de entrega/i.test(line))
  return [
    ...(matches ? [] : [{ field: 'promise', code: 'deadline_words' } as const]),
    ...(inContract.every((line) => lastNumber(line) === days)
      ? []
      : [{ field: 'contractSpecification', code: 'deadline_contract' } as const]),
  ]
}

function lastNumber(text: string): number | undefined {
  const number = text.match(/\d+/g)?.at(-1)
  return number === undefined ? undefined : Number(number)
}

/** The release decides which variants a service has: each needs a plan, and each plan belongs to one of them. */
function plansProblems({ plans }: PlansContent, released: PlansContent): ContentProblem[] {
  const variants = [...new Set(released.plans.map(({ variant }) => variant))]
  const missing = variants.filter((id) => plans.every(({ variant }) => variant !== id))
  const ids = plans.map(({ id }) => id)
  return [
    ...(plans.length < 1 || plans.length > 12 ? [{ field: 'plans', code: 'count' } as const] : []),
    ...(new Set(ids).size < ids.length ? [{ field: 'plans', code: 'same_plan' } as const] : []),
    ...plans.flatMap(({ variant }, index): ContentProblem[] =>
      variants.includes(variant) ? [] : [{ field: `plan-${index}-variant`, code: 'plan_without_variant' }],
    ),
    ...(plans.length > 0 && missing.length > 0
      ? [{ field: 'plans', code: 'variant_without_plan' } as const]
      : []),
    ...variants
      .filter((id) => !missing.includes(id))
      .flatMap((id) => variantProblems(plans.filter(({ variant }) => variant === id))),
    ...plans.flatMap((plan, index) => planProblems(plan, `plan-${index}`)),
  ]
}

/** The plans of one price list: the others are compared with the price of the cash plan. */
function variantProblems(plans: readonly PlanWords[]): ContentProblem[] {
  const cash = plans.find(({ id, variant }) => id === planId('a-vista', variant))
  if (cash?.cadence !== 'once') return [{ field: 'plans', code: 'no_cash_plan' }]
  const price = planTotal(cash)
  return [
    ...(plans.every((plan) => planTotal(plan) >= price)
      ? []
      : [{ field: 'plans', code: 'cheaper_than_cash' } as const]),
    ...(plans.filter(({ popular }) => popular).length > 1
      ? [{ field: 'plans', code: 'two_popular' } as const]
      : []),
  ]
}

function planProblems(plan: PlanWords, field: string): ContentProblem[] {
  return [
    ...titles(`${field}-label`, plan.label, 2, 40),
    ...(isPrice(planTotal(plan)) ? [] : [{ field: `${field}-total`, code: 'price' } as const]),
    ...(isRead(plan) ? [] : [{ field: `${field}-pays`, code: 'notation' } as const]),
    ...(plan.method === 'credit_card' && plan.instalments.length > contentLimits.cardParts
      ? [{ field: `${field}-pays`, code: 'too_many_for_card' } as const]
      : []),
  ]
}

/** Whether the notation with its total parses to the same plan again, to the centavo. */
function isRead(plan: PlanWords): boolean {
  const { entry, instalments } = plan
  if (!Number.isSafeInteger(planTotal(plan))) return false
  const read = parsePaymentTerms({
    paymentType: paymentTypeText(plan),
    priceText: formatBRL(planTotal(plan)),
  })
  return (
    read.ok &&
    read.value.cadence === plan.cadence &&
    read.value.method === plan.method &&
    read.value.entry === entry &&
    sum(read.value.instalments) === sum(instalments) &&
    read.value.instalments.length === instalments.length
  )
}

function stepsProblems({ process, stepTemplate }: StepsContent): ContentProblem[] {
  return [...steps('process', process), ...steps('stepTemplate', stepTemplate)]
}

function steps(field: string, list: readonly Step[]): ContentProblem[] {
  return [
    ...(list.length < 1 || list.length > 12 ? [{ field, code: 'count' } as const] : []),
    ...list.flatMap(({ name, description }, index) => [
      ...titles(`${field}-${index}-name`, name, 2, 60),
      ...words(`${field}-${index}-description`, description, 2, 240),
    ]),
  ]
}

function lookupProblems({ title, summary, price, minutes, shows }: LookupContent): ContentProblem[] {
  const isTime =
    Number.isInteger(minutes) && minutes >= 1 && minutes <= (contentLimits.lookupDays * DAY) / MINUTE
  return [
    ...titles('title', title, 3, 80),
    ...words('summary', summary, 10, 300),
    ...lines('shows', shows, 1, 12),
    ...(isPrice(price) ? [] : [{ field: 'price', code: 'price' } as const]),
    ...(isTime ? [] : [{ field: 'minutes', code: 'minutes' } as const]),
  ]
}

function claimProblems({ value, text, ...proof }: ClaimContent): ContentProblem[] {
  return [...words('value', value, 1, 80), ...words('text', text, 2, 200), ...proofProblems(proof)]
}

function testimonialProblems({ name, text, ...proof }: TestimonialContent): ContentProblem[] {
  return [...titles('name', name, 2, 60), ...words('text', text, 10, 400), ...proofProblems(proof)]
}

function reminderProblems(id: string, { days, subject, text }: ReminderContent): ContentProblem[] {
  const limits = isKeyOf(reminderDayLimits, id) ? reminderDayLimits[id] : undefined
  const isDay = limits && Number.isInteger(days) && days >= limits.from && days <= limits.to
  const names = namesIn(text)
  const unknown = names.filter((name) => !Object.hasOwn(reminderNames, name))
  const missing = neededNames(id).filter((name) => !names.includes(name))
  const shown = fillWords({ subject, text }, reminderNames)
  return [
    ...(isDay ? [] : [{ field: 'days', code: 'reminder_days' } as const]),
    ...words('subject', subject, 3, 60),
    ...named('subject', 'unknown_name', namesIn(subject)),
    ...(isNeutral(subject) ? [] : [{ field: 'subject', code: 'not_neutral' } as const]),
    ...words('text', text, 20, 1_500),
    ...typedAddresses(`${subject} ${text}`).map((words) => ({
      field: 'text',
      code: 'typed_address' as const,
      words,
    })),
    ...requestsForSecrets(`${subject} ${text}`).map((words) => ({
      field: 'text',
      code: 'asks_secret' as const,
      words,
    })),
    ...named('text', 'unknown_name', unknown),
    ...named('text', 'missing_name', missing),
    ...(isNeutral(shown.text.slice(0, SHOWN_ON_LOCKED_SCREEN))
      ? []
      : [{ field: 'text', code: 'not_neutral' } as const]),
  ]
}

/** A problem with names in braces, when there are any. */
function named(
  field: string,
  code: 'unknown_name' | 'missing_name',
  names: readonly string[],
): ContentProblem[] {
  return names.length === 0 ? [] : [{ field, code, words: names.map((name) => `{${name}}`).join(' ') }]
}

/** A page contains every text of the release's page exactly once; of questions it may have more or fewer. */
function pageProblems({ texts }: PageContent, released: PageContent): ContentProblem[] {
  const slots = new Set([...Object.keys(texts), ...Object.keys(released.texts)])
  const names = new Set(Object.values(released.texts).flatMap(namesIn))
  const lists = questionLists(released.texts)
  return [
    ...[...slots].flatMap((field): ContentProblem[] => {
      const [text, original] = [texts[field], released.texts[field]]
      if (text === undefined) return questionAt(field) ? [] : [{ field, code: 'length' }]
      if (original === undefined && !lists.includes(questionAt(field)?.list ?? ''))
        return [{ field, code: 'unknown_text' }]
      return [
        ...words(field, text, original === '' ? 0 : 1, maxLength(field, original)),
        ...(/\]\((?!\/(?!\/)|https:\/\/)/.test(text) ? [{ field, code: 'link' } as const] : []),
        ...named(
          field,
          'unknown_name',
          namesIn(text).filter((name) => !names.has(name)),
        ),
      ]
    }),
    ...lists.flatMap((list) => {
      const count = countQuestions(texts, list)
      const isWhole =
        Object.keys(texts).filter((slot) => questionAt(slot)?.list === list).length === 2 * count
      return isWhole && count >= 1 && count <= MAX_QUESTIONS ? [] : [{ field: list, code: 'count' } as const]
    }),
  ]
}

function companyProblems(content: CompanyContent): ContentProblem[] {
  const { legalName, cnpj, address, phone, email, dpoEmail, instagram, pixKey, lawyer } = content
  return [
    ...titles('legalName', legalName, 2, 120),
    ...unless(isCnpj(cnpj), 'cnpj', 'cnpj'),
    ...words('address', address, 5, 200),
    ...unless(/^\+55\d+$/.test(phone) && isPhone(phone), 'phone', 'phone'),
    ...unless(isAddress(email), 'email', 'email'),
    ...unless(isAddress(dpoEmail), 'dpoEmail', 'email'),
    ...unless(isHttps(instagram), 'instagram', 'url'),
    // The longest key that the directory of Pix keys allows.
    ...words('pixKey', pixKey, 5, 77),
    ...titles('lawyer', lawyer, 2, 120),
  ]
}

function unless(isRight: boolean, field: string, code: ProblemCode): ContentProblem[] {
  return isRight ? [] : [{ field, code }]
}

function isAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && /^[^\s@<>",;]+@[^\s@<>",;]+\.[a-z]{2,}$/i.test(text)
}

function isHttps(text: string): boolean {
  return text.length <= 200 && URL.parse(text)?.protocol === 'https:'
}

function proofProblems({ evidence, expires }: Pick<ClaimContent, 'evidence' | 'expires'>): ContentProblem[] {
  return [
    ...(evidence === null ? [] : words('evidence', evidence, 3, 500)),
    ...(expires !== null && !isIsoDate(expires) ? [{ field: 'expires', code: 'date' } as const] : []),
    ...(expires !== null && evidence === null
      ? [{ field: 'expires', code: 'expires_without_evidence' } as const]
      : []),
  ]
}

function isPrice(amount: Centavos): boolean {
  return (
    Number.isSafeInteger(amount) && amount >= contentLimits.price.from && amount <= contentLimits.price.to
  )
}

function words(field: string, text: string, from: number, to: number): ContentProblem[] {
  const { length } = text.trim()
  return length < from || length > to ? [{ field, code: 'length' }] : []
}

/** Like `words`, for a title or a name, which must have a visible letter. */
function titles(field: string, text: string, from: number, to: number): ContentProblem[] {
  return hasLetter(text) ? words(field, text, from, to) : [{ field, code: 'length' }]
}

function lines(field: string, list: readonly string[], from: number, to: number): ContentProblem[] {
  const isCounted = list.length >= from && list.length <= to
  const isLong = list.some((line) => line.trim().length < 2 || line.length > 300)
  return [
    ...(isCounted ? [] : [{ field, code: 'count' } as const]),
    ...(isLong ? [{ field, code: 'length' } as const] : []),
  ]
}
