import type { IsoDate } from '../../../core/calendar.ts'
import type { Company } from '../../../core/company.ts'
import type { MessageTexts, Wording } from '../../../core/message-wording.ts'
import type { Milestone } from '../../../core/milestones.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Catalogue } from './catalogue.ts'
import { type Consultation, promiseWithin } from './consultation.ts'
import type { PageTexts } from './page.ts'
import { type Plan, type PlanWords, planOf, type VariantId } from './plan.ts'
import type { Deadline, Service, Step } from './service.ts'

/*
 * The editable content is divided into subjects. Each has a content, which is stored whole with every version. Only the
 * functions of this file read it from a catalogue and write it into one.
 */

export const subjectKinds = [
  'service',
  'plans',
  'steps',
  'lookup',
  'claim',
  'testimonial',
  'reminder',
  'message',
  'page',
  'company',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** 'service:clean-name', 'lookup:cpf', 'claim:years'; the company has only one, 'company:shop'. */
export type Subject = `${SubjectKind}:${string}`

/** The words of a service: its card, its page, its contract. */
export type ServiceContent = {
  title: string
  summary: string
  features: readonly string[]
  inclusions: readonly string[]
  goodToKnow: readonly string[]
  contractSpecification: readonly string[]
  promise: { text: string; deadline: Deadline }
  /** Set for services with different words for people and companies. */
  variants: readonly {
    id: VariantId
    label: string
    inclusions: readonly string[]
    contractSpecification: readonly string[]
  }[]
  hidden: boolean
}

/** How a service is paid. */
export type PlansContent = { plans: readonly PlanWords[] }

/** The work for a service: as its page describes it, and as the steps of an order. */
export type StepsContent = { process: readonly Step[]; stepTemplate: readonly Step[] }

export type LookupContent = {
  title: string
  summary: string
  price: Centavos
  /** Time from the confirmed payment to the result. */
  minutes: number
  shows: readonly string[]
  hidden: boolean
}

export type ClaimContent = {
  value: string
  text: string
  evidence: string | null
  expires: IsoDate | null
  hidden: boolean
}

export type TestimonialContent = {
  name: string
  text: string
  evidence: string | null
  expires: IsoDate | null
  hidden: boolean
}

/** A reminder of an instalment: its day and its text. */
export type ReminderContent = { days: number; subject: string; text: string }

/** The texts of a message, by slot. */
export type MessageTextsContent = { texts: MessageTexts }

/** The editable texts of a page. */
export type PageContent = { texts: PageTexts }

/** Who sells. */
export type CompanyContent = Company

type ContentOf = {
  service: ServiceContent
  plans: PlansContent
  steps: StepsContent
  lookup: LookupContent
  claim: ClaimContent
  testimonial: TestimonialContent
  reminder: ReminderContent
  message: MessageTextsContent
  page: PageContent
  company: CompanyContent
}
export type Content = ContentOf[SubjectKind]

export const COMPANY_SUBJECT = 'company:shop' satisfies Subject

/** The kind and the id of a subject; undefined for a text that is none. */
export function partsOf(subject: Subject): { kind: SubjectKind; id: string }
export function partsOf(subject: string): { kind: SubjectKind; id: string } | undefined
export function partsOf(subject: string): { kind: SubjectKind; id: string } | undefined {
  const [, name = '', id = ''] = /^([a-z]+):([a-z0-9-]+)$/.exec(subject) ?? []
  const kind = subjectKinds.find((known) => known === name)
  return kind && { kind, id }
}

/** A subject by its kind, with contents of that kind under the names `N`. */
type ByKind<N extends string> = {
  [K in SubjectKind]: { kind: K; id: K extends 'reminder' ? Milestone : string } & Readonly<
    Record<N, ContentOf[K]>
  >
}[SubjectKind]

/**
 * A subject by its kind with its contents, so that a switch over the kind knows their type; undefined for a text that is no subject.
 * Only this function trusts a content and an id to be of their subject's kind.
 */
export function byKind<N extends string>(subject: Subject, contents: Readonly<Record<N, Content>>): ByKind<N>
export function byKind<N extends string>(
  subject: string,
  contents: Readonly<Record<N, Content>>,
): ByKind<N> | undefined
export function byKind<N extends string>(
  subject: string,
  contents: Readonly<Record<N, Content>>,
): ByKind<N> | undefined {
  const parts = partsOf(subject)
  return parts && ({ ...parts, ...contents } as ByKind<N>)
}

/** Every subject of a catalogue, in shop order. Services without plans have no plans subject. */
export function subjectsOf({
  services,
  consultations,
  claims,
  testimonials,
  reminders,
  messages,
  pages,
}: Catalogue): Subject[] {
  return [
    ...services.flatMap(({ id, plans }): Subject[] => [
      `service:${id}`,
      ...(plans.length > 0 ? [`plans:${id}` as const] : []),
      `steps:${id}`,
    ]),
    ...consultations.map(({ id }): Subject => `lookup:${id}`),
    ...claims.map(({ id }): Subject => `claim:${id}`),
    ...testimonials.map(({ id }): Subject => `testimonial:${id}`),
    ...reminders.map(({ id }): Subject => `reminder:${id}`),
    ...messages.map(({ id }): Subject => `message:${id}`),
    ...pages.map(({ id }): Subject => `page:${id}`),
    COMPANY_SUBJECT,
  ]
}

/** The content of a subject in a catalogue; undefined for a subject that it does not have. */
export function contentIn(catalogue: Catalogue, subject: string): Content | undefined {
  const parts = partsOf(subject)
  if (!parts) return undefined
  const { kind, id } = parts
  switch (kind) {
    case 'service':
      return among(catalogue.services, id, serviceContent)
    case 'plans':
      return among(catalogue.services, id, ({ plans }) =>
        plans.length > 0 ? { plans: plans.map(wordsOf) } : undefined,
      )
    case 'steps':
      return among(catalogue.services, id, ({ process, stepTemplate }) => ({ process, stepTemplate }))
    case 'lookup':
      return among(catalogue.consultations, id, ({ title, summary, price, promise, shows, hidden }) => ({
        title,
        summary,
        price,
        minutes: promise.minutes,
        shows,
        hidden: hidden === true,
      }))
    case 'claim':
      return among(catalogue.claims, id, ({ value, text, evidence, expires, hidden }) => ({
        value,
        text,
        evidence,
        expires,
        hidden,
      }))
    case 'testimonial':
      return among(catalogue.testimonials, id, ({ name, text, evidence, expires, hidden }) => ({
        name,
        text,
        evidence,
        expires,
        hidden,
      }))
    case 'reminder':
      return among(catalogue.reminders, id, ({ days, subject: line, text }) => ({
        days,
        subject: line,
        text,
      }))
    case 'message':
      return among(catalogue.messages, id, ({ texts }) => ({ texts }))
    case 'page':
      return among(catalogue.pages, id, ({ texts }) => ({ texts }))
    case 'company':
      return subject === COMPANY_SUBJECT ? catalogue.company : undefined
    default:
      return kind satisfies never
  }
}

/** The content read from the item with an id; undefined when there is none. */
function among<Item extends { id: string }, Read>(
  items: readonly Item[],
  id: string,
  read: (item: Item) => Read | undefined,
): Read | undefined {
  const item = items.find((other) => other.id === id)
  return item && read(item)
}

/** The same catalogue with another content of one subject; unchanged for a subject that it does not have. */
export function withContent(catalogue: Catalogue, subject: string, content: Content): Catalogue {
  const edited = byKind(subject, { content })
  if (!edited) return catalogue
  const { id } = edited
  switch (edited.kind) {
    case 'service':
      return services(catalogue, id, (service) => withWords(service, edited.content))
    case 'plans':
      return services(catalogue, id, (service) => withPlans(service, edited.content))
    case 'steps':
      return services(catalogue, id, (service) => withSteps(service, edited.content))
    case 'lookup':
      return {
        ...catalogue,
        consultations: replace(catalogue.consultations, id, (look) => lookupWith(look, edited.content)),
      }
    case 'claim':
      return { ...catalogue, claims: edit(catalogue.claims, id, edited.content) }
    case 'testimonial':
      return { ...catalogue, testimonials: edit(catalogue.testimonials, id, edited.content) }
    case 'reminder':
      return { ...catalogue, reminders: edit(catalogue.reminders, id, edited.content) }
    case 'message':
      return { ...catalogue, messages: edit(catalogue.messages, id, edited.content) }
    case 'page':
      return { ...catalogue, pages: edit(catalogue.pages, id, edited.content) }
    case 'company':
      return subject === COMPANY_SUBJECT ? { ...catalogue, company: edited.content } : catalogue
    default:
      return edited satisfies never
  }
}

/** The wording of a message subject; undefined for another kind of subject. */
export function wordingIn(catalogue: Catalogue, subject: string): Wording | undefined {
  const parts = partsOf(subject)
  return parts?.kind === 'message' ? catalogue.messages.find(({ id }) => id === parts.id)?.wording : undefined
}

function services(catalogue: Catalogue, id: string, change: (service: Service) => Service): Catalogue {
  return { ...catalogue, services: replace(catalogue.services, id, change) }
}

function replace<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  change: (item: Item) => Item,
): readonly Item[] {
  return items.map((item) => (item.id === id ? change(item) : item))
}

function edit<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  content: Omit<Partial<Item>, 'id'>,
): readonly Item[] {
  return replace(items, id, (item) => ({ ...item, ...content }))
}

function serviceContent(service: Service): ServiceContent {
  const { title, summary, features, inclusions, goodToKnow, contractSpecification, promise } = service
  return {
    title,
    summary,
    features,
    inclusions,
    goodToKnow,
    contractSpecification,
    promise,
    variants: (service.variants ?? []).map(({ id, label, ...words }) => ({
      id,
      label,
      inclusions: words.inclusions,
      contractSpecification: words.contractSpecification,
    })),
    hidden: service.hidden === true,
  }
}

function withWords(service: Service, { variants, hidden, ...words }: ServiceContent): Service {
  const { hidden: _before, ...kept } = service
  return {
    ...kept,
    ...words,
    ...(kept.variants && {
      variants: kept.variants.map((variant) => ({
        ...variant,
        ...variants.find(({ id }) => id === variant.id),
      })),
    }),
    ...(hidden && { hidden: true }),
  }
}

function wordsOf({ cashPlanId: _cash, count: _count, total: _total, ...words }: Plan): PlanWords {
  return words
}

/** 'A partir de' and the prices of the variants are derived from the plans. */
function withPlans(service: Service, content: PlansContent): Service {
  const plans = content.plans.map(planOf)
  const cash = (variant?: VariantId) =>
    plans.find((plan) => plan.id === plan.cashPlanId && plan.variant === variant)?.total
  const { priceFrom: _before, ...kept } = service
  const priceFrom = lowest(plans, isFromEntry(service))
  return {
    ...kept,
    plans,
    ...(priceFrom !== undefined && { priceFrom }),
    ...(service.variants && {
      variants: service.variants.map((variant) => ({ ...variant, price: cash(variant.id) ?? variant.price })),
    }),
  }
}

/** Whether the displayed price of a service is the first payment, not the cash price. */
function isFromEntry({ priceFrom, plans }: Service): boolean {
  return priceFrom !== undefined && plans.every(({ total }) => total > priceFrom)
}

function lowest(plans: readonly Plan[], fromEntry: boolean): Centavos | undefined {
  const entries = plans.flatMap(({ entry }) => entry ?? [])
  const totals = plans.filter(({ id, cashPlanId }) => id === cashPlanId).map(({ total }) => total)
  const prices = fromEntry && entries.length > 0 ? entries : totals
  return prices.length === 0 ? undefined : Math.min(...prices)
}

function withSteps(service: Service, { process, stepTemplate }: StepsContent): Service {
  return {
    ...service,
    process,
    stepTemplate,
    ...(service.variants && { variants: service.variants.map((variant) => ({ ...variant, process })) }),
  }
}

/** A look-up with other words, another price and another promise. */
export function lookupWith(
  look: Consultation,
  { title, summary, price, minutes, shows, hidden }: LookupContent,
): Consultation {
  const { hidden: _before, ...kept } = look
  const words = { title, summary, price, shows, promise: promiseWithin(minutes) }
  return { ...kept, ...words, ...(hidden && { hidden: true }) }
}
