import { formatCnpj } from '../../../core/cnpj.ts'
import { formatBRL, parseBRL } from '../../../core/money.ts'
import { deadlineKinds } from '../../../core/payment-terms.ts'
import { formatPhone, normalizePhone } from '../../../core/phone.ts'
import { readWholeNumber } from '../../../core/whole-number.ts'
import {
  byKind,
  type ClaimContent,
  type CompanyContent,
  type Content,
  type ContentProblem,
  type LookupContent,
  type PlanRow,
  type PlanRowRefusal,
  type PlansContent,
  partsOf,
  problemsOf,
  type ReminderContent,
  readPlanRows,
  rowOf,
  type ServiceContent,
  type StepsContent,
  type Subject,
  type SubjectKind,
  type TestimonialContent,
  variantIds,
} from '../../../modules/catalogue/public.ts'
import { catalogueCopy as copy } from '../../copy/desk-catalogue.ts'
import { messageContentFrom, messageGroups, messageValues, wordingOf } from './message-fields.ts'
import { pageContentFrom, pageGroups, pageValues } from './page-fields.ts'

/* Converts a content to form fields and back. The same fields show the differences between two versions. */

/** Typed values, by field name. A ticked checkbox is 'on', otherwise absent. */
export type Values = Readonly<Record<string, string>>

/** Specification of one control. `lines` is a list, one entry per line. */
export interface FieldSpec {
  name: string
  label: string
  as: 'line' | 'text' | 'lines' | 'number' | 'date' | 'tick' | 'choice' | 'hidden'
  hint?: string
  options?: readonly { value: string; label: string }[]
}

/** Group of related fields; it has a title when there are several groups of the kind. */
export interface FieldGroup {
  id: string
  title?: string
  hint?: string
  fields: readonly FieldSpec[]
}

/** Maximum number of plans and steps in the form. */
const MAX_ENTRIES = 12

/** Returns the form fields for a content with these values. */
export function groupsOf(subject: Subject, values: Values): FieldGroup[] {
  const { kind, id } = partsOf(subject)
  switch (kind) {
    case 'service':
      return serviceGroups(values)
    case 'plans':
      return planGroups(values)
    case 'steps':
      return [...stepGroups('process', values), ...stepGroups('stepTemplate', values)]
    case 'lookup':
      return [
        {
          id: 'lookup',
          fields: [
            { name: 'title', label: copy.fields.title, as: 'line' },
            { name: 'summary', label: copy.fields.summary, as: 'text' },
            { name: 'price', label: copy.fields.price, as: 'line' },
            { name: 'minutes', label: copy.fields.minutes, as: 'number', hint: copy.hints.minutes },
            list('shows', copy.fields.shows),
            { name: 'hidden', label: copy.fields.hidden, as: 'tick' },
          ],
        },
      ]
    case 'claim':
      return [
        {
          id: 'claim',
          fields: [
            { name: 'value', label: copy.fields.value, as: 'line' },
            { name: 'text', label: copy.fields.text, as: 'text' },
          ],
        },
        proof,
      ]
    case 'testimonial':
      return [
        {
          id: 'testimonial',
          fields: [
            { name: 'name', label: copy.fields.name, as: 'line' },
            { name: 'text', label: copy.fields.text, as: 'text' },
          ],
        },
        proof,
      ]
    case 'reminder':
      return [
        {
          id: 'reminder',
          fields: [
            { name: 'days', label: copy.fields.reminderDays, as: values.days === '0' ? 'hidden' : 'number' },
            { name: 'subject', label: copy.fields.subject, as: 'line' },
            { name: 'text', label: copy.fields.message, as: 'lines' },
          ],
        },
      ]
    case 'message':
      return messageGroups(id)
    case 'page':
      return pageGroups(id, values)
    case 'company':
      return [{ id: 'company', fields: companyParts.map(companyField) }]
    default:
      return kind satisfies never
  }
}

const companyParts = [
  ...(['legalName', 'cnpj', 'address', 'phone', 'email'] as const),
  ...(['instagram', 'pixKey', 'lawyer', 'dpoEmail'] as const),
] satisfies (keyof CompanyContent)[]

function companyField(name: (typeof companyParts)[number]): FieldSpec {
  return { name, label: copy.fields[name], as: 'line' }
}

const proof: FieldGroup = {
  id: 'proof',
  title: copy.groupsOfFields.proof,
  fields: [
    { name: 'evidence', label: copy.fields.evidence, as: 'text' },
    { name: 'expires', label: copy.fields.expires, as: 'date' },
    { name: 'hidden', label: copy.fields.hidden, as: 'tick' },
  ],
}

function list(name: string, label: string): FieldSpec {
  return { name, label, as: 'lines', hint: copy.hints.lines }
}

function serviceGroups(values: Values): FieldGroup[] {
  const kinds = deadlineKinds.map((value) => ({
    value,
    label: copy.deadlineKinds[value],
  }))
  const variants = variantIds.filter((id) => `${id}-label` in values)
  return [
    {
      id: 'words',
      fields: [
        { name: 'title', label: copy.fields.title, as: 'line' },
        { name: 'summary', label: copy.fields.summary, as: 'text' },
        { name: 'promise', label: copy.fields.promise, as: 'line' },
        { name: 'days', label: copy.fields.days, as: 'number' },
        { name: 'deadlineKind', label: copy.fields.deadlineKind, as: 'choice', options: kinds },
        list('features', copy.fields.features),
        list('inclusions', copy.fields.inclusions),
        list('goodToKnow', copy.fields.goodToKnow),
        list('contractSpecification', copy.fields.contractSpecification),
        { name: 'hidden', label: copy.fields.hidden, as: 'tick', hint: copy.hints.hiddenService },
      ],
    },
    ...variants.map(
      (id): FieldGroup => ({
        id,
        title: copy.groupsOfFields.variant(copy.variants[id]),
        fields: [
          { name: `${id}-label`, label: copy.fields.label, as: 'line' },
          list(`${id}-inclusions`, copy.fields.inclusions),
          list(`${id}-contractSpecification`, copy.fields.contractSpecification),
        ],
      }),
    ),
  ]
}

function planGroups(values: Values): FieldGroup[] {
  const hasVariants = Object.entries(values).some(([name, value]) => name.endsWith('-variant') && value)
  const options = variantIds.map((value) => ({ value, label: copy.variants[value] }))
  return rowsIn(values, 'plan', ['pays', 'total']).map((index) => ({
    id: `plan-${index}`,
    title: copy.groupsOfFields.plan(index + 1),
    fields: [
      { name: `plan-${index}-id`, label: '', as: 'hidden' },
      ...(hasVariants
        ? [{ name: `plan-${index}-variant`, label: copy.fields.variant, as: 'choice' as const, options }]
        : []),
      { name: `plan-${index}-label`, label: copy.fields.planLabel, as: 'line' },
      { name: `plan-${index}-pays`, label: copy.fields.pays, as: 'line' },
      { name: `plan-${index}-total`, label: copy.fields.total, as: 'line' },
      { name: `plan-${index}-popular`, label: copy.fields.popular, as: 'tick' },
    ],
  }))
}

function stepGroups(name: 'process' | 'stepTemplate', values: Values): FieldGroup[] {
  return rowsIn(values, name, ['name', 'description']).map((index) => ({
    id: `${name}-${index}`,
    title: copy.groupsOfFields[name](index + 1),
    fields: [
      { name: `${name}-${index}-name`, label: copy.fields.stepName, as: 'line' },
      { name: `${name}-${index}-description`, label: copy.fields.stepDescription, as: 'text' },
    ],
  }))
}

/** Returns the indexes of the filled rows, and of one empty row. */
function rowsIn(values: Values, name: string, parts: readonly string[]): number[] {
  const used = Array.from({ length: MAX_ENTRIES }, (_, index) => index).filter((index) =>
    parts.some((part) => values[`${name}-${index}-${part}`]?.trim()),
  )
  const next = (used.at(-1) ?? -1) + 1
  return next < MAX_ENTRIES ? [...used, next] : used
}

/** Returns the form values that represent a content. */
export function valuesOf(subject: Subject, written: Content): Values {
  const shown = byKind(subject, { content: written })
  switch (shown.kind) {
    case 'service':
      return serviceValues(shown.content)
    case 'plans':
      return Object.assign({}, ...shown.content.plans.map(planValues)) as Values
    case 'steps': {
      const { process, stepTemplate } = shown.content
      return { ...stepValues('process', process), ...stepValues('stepTemplate', stepTemplate) }
    }
    case 'lookup': {
      const { title, summary, price, minutes, shows, hidden } = shown.content
      return {
        title,
        summary,
        price: formatBRL(price),
        minutes: String(minutes),
        shows: shows.join('\n'),
        ...tick('hidden', hidden),
      }
    }
    case 'claim':
    case 'testimonial': {
      const { evidence, expires, hidden, ...words } = shown.content
      return { ...words, evidence: evidence ?? '', expires: expires ?? '', ...tick('hidden', hidden) }
    }
    case 'reminder': {
      const { days, subject: line, text } = shown.content
      return { days: String(days), subject: line, text }
    }
    case 'message':
      return messageValues(shown.id, shown.content)
    case 'page':
      return pageValues(shown.id, shown.content)
    case 'company':
      return { ...shown.content, phone: formatPhone(shown.content.phone) }
    default:
      return shown satisfies never
  }
}

function tick(name: string, isOn: boolean): Values {
  return isOn ? { [name]: 'on' } : {}
}

function serviceValues({ promise, variants, hidden, title, summary, ...lists }: ServiceContent): Values {
  return {
    title,
    summary,
    promise: promise.text,
    days: String(promise.deadline.days),
    deadlineKind: promise.deadline.kind,
    ...joined(lists),
    ...Object.assign(
      {},
      ...variants.map(({ id, label, ...words }) => ({
        [`${id}-label`]: label,
        ...Object.fromEntries(Object.entries(joined(words)).map(([name, value]) => [`${id}-${name}`, value])),
      })),
    ),
    ...tick('hidden', hidden),
  }
}

function joined(lists: Readonly<Record<string, readonly string[]>>): Values {
  return Object.fromEntries(Object.entries(lists).map(([name, lines]) => [name, lines.join('\n')]))
}

function planValues(plan: PlansContent['plans'][number], index: number): Values {
  const { id, variant, label, pays, total, popular } = rowOf(plan)
  return {
    [`plan-${index}-id`]: id,
    ...(variant && { [`plan-${index}-variant`]: variant }),
    [`plan-${index}-label`]: label,
    [`plan-${index}-pays`]: pays,
    [`plan-${index}-total`]: total,
    ...tick(`plan-${index}-popular`, popular),
  }
}

function stepValues(name: string, steps: StepsContent['process']): Values {
  return Object.assign(
    {},
    ...steps.map((step, index) => ({
      [`${name}-${index}-name`]: step.name,
      [`${name}-${index}-description`]: step.description,
    })),
  ) as Values
}

export type ReadContent = { ok: true; content: Content } | { ok: false; message: string; field: string }

/** Returns the typed values as a content that can be published; otherwise the field and the reason why not, in one sentence. */
export function readContent(
  subject: Subject,
  values: Values,
  { before, released }: { before: Content; released: Content },
): ReadContent {
  const edited = byKind(subject, { before })
  if (edited.kind === 'plans') {
    const rows = planRows(values)
    const plans = readPlanRows(
      rows.map(({ row }) => row),
      edited.before.plans,
    )
    if (!plans.ok) {
      const at = rows[plans.index]?.index ?? 0
      return {
        ok: false,
        field: `plan-${at}-${plans.code === 'total_differs' ? 'total' : 'pays'}`,
        message: `${copy.groupsOfFields.plan(at + 1)}: ${planProblem(plans.code, plans.sum)}`,
      }
    }
    return checked(subject, { content: { plans: plans.value }, values, released })
  }
  const content = contentFrom(edited.kind, values, edited.id)
  return checked(subject, { content, values, released })
}

function planProblem(code: PlanRowRefusal, sum: number | undefined): string {
  const said = copy.planProblems[code]
  return sum === undefined ? said : `${said}: ${copy.planSum(formatBRL(sum))}`
}

function checked(
  subject: Subject,
  { content, values, released }: { content: Content; values: Values; released: Content },
): ReadContent {
  const { kind, id } = partsOf(subject)
  const [problem] = problemsOf(subject, content, released, wordingOf(id))
  if (!problem) return { ok: true, content }
  const groups = groupsOf(subject, values)
  return { ok: false, field: problem.field, message: problemText(kind, problem, groups) }
}

/** Formats a problem with its field: 'Prazo, em palavras: as palavras dizem outro prazo.' */
function problemText(
  kind: SubjectKind,
  { field, code, words }: ContentProblem,
  groups: readonly FieldGroup[],
): string {
  const group = groups.find(({ fields }) => fields.some(({ name }) => name === field))
  const label = group?.fields.find(({ name }) => name === field)?.label
  const where = [group?.title, label].filter(Boolean).join(', ')
  return `${where || copy.kinds[kind]}: ${words === undefined ? '' : `“${words}” `}${copy.problems[code]}`
}

function contentFrom(kind: Exclude<SubjectKind, 'plans'>, values: Values, id: string): Content {
  const of = (name: string) => values[name]?.trim() ?? ''
  const lines = (name: string) => linesOf(of(name))
  const isHidden = values.hidden === 'on'
  const proofs = { evidence: of('evidence') || null, expires: of('expires') || null, hidden: isHidden }
  switch (kind) {
    case 'service':
      return {
        title: of('title'),
        summary: of('summary'),
        features: lines('features'),
        inclusions: lines('inclusions'),
        goodToKnow: lines('goodToKnow'),
        contractSpecification: lines('contractSpecification'),
        promise: {
          text: of('promise'),
          deadline: {
            kind: of('deadlineKind') === 'businessDays' ? 'businessDays' : 'calendarDays',
            days: wholeNumber(of('days')),
          },
        },
        variants: variantIds
          .filter((id) => `${id}-label` in values)
          .map((id) => ({
            id,
            label: of(`${id}-label`),
            inclusions: lines(`${id}-inclusions`),
            contractSpecification: lines(`${id}-contractSpecification`),
          })),
        hidden: isHidden,
      } satisfies ServiceContent
    case 'steps':
      return { process: stepsIn('process', values), stepTemplate: stepsIn('stepTemplate', values) }
    case 'lookup':
      return {
        title: of('title'),
        summary: of('summary'),
        shows: lines('shows'),
        hidden: isHidden,
        price: parseBRL(of('price')) ?? Number.NaN,
        minutes: wholeNumber(of('minutes')),
      } satisfies LookupContent
    case 'claim':
      return { value: of('value'), text: of('text'), ...proofs } satisfies ClaimContent
    case 'testimonial':
      return { name: of('name'), text: of('text'), ...proofs } satisfies TestimonialContent
    case 'reminder':
      return {
        days: wholeNumber(of('days')),
        subject: of('subject'),
        text: of('text').replace(/\r\n?/g, '\n'),
      } satisfies ReminderContent
    case 'message':
      return messageContentFrom(id, values)
    case 'page':
      return pageContentFrom(id, values)
    case 'company':
      return {
        legalName: of('legalName'),
        cnpj: formatCnpj(of('cnpj')),
        address: of('address'),
        phone: normalizePhone(of('phone')) ?? of('phone'),
        email: of('email'),
        instagram: of('instagram'),
        pixKey: of('pixKey'),
        lawyer: of('lawyer'),
        dpoEmail: of('dpoEmail'),
      } satisfies CompanyContent
    default:
      return kind satisfies never
  }
}

/** Reads digits only: '1.000' could be one or a thousand, and '1e3' is no number that a person types. Zeros before a number change nothing. NaN for the others. */
function wholeNumber(text: string): number {
  return readWholeNumber(text.replace(/^0+(?=\d)/, '')) ?? Number.NaN
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function stepsIn(name: string, values: Values): StepsContent['process'] {
  return Array.from({ length: MAX_ENTRIES }, (_, index) => ({
    name: values[`${name}-${index}-name`]?.trim() ?? '',
    description: values[`${name}-${index}-description`]?.trim() ?? '',
  })).filter((step) => step.name !== '' || step.description !== '')
}

function planRows(values: Values): { row: PlanRow; index: number }[] {
  return Array.from({ length: MAX_ENTRIES }, (_, index) => {
    const of = (part: string) => values[`plan-${index}-${part}`]?.trim() ?? ''
    const variant = of('variant')
    const row: PlanRow = {
      id: of('id'),
      label: of('label'),
      pays: of('pays'),
      total: of('total'),
      variant: variant === 'pf' || variant === 'pj' ? variant : undefined,
      popular: of('popular') === 'on',
    }
    return { row, index }
  }).filter(({ row }) => row.pays !== '' || row.total !== '')
}

/** A field that differs between two versions; lines that exist in only one of them are marked. */
export interface Difference {
  label: string
  before: { text: string; changed: boolean }[]
  after: { text: string; changed: boolean }[]
}

/** Returns the differences by field, in the order of the form. */
export function differencesOf(subject: Subject, before: Content, after: Content): Difference[] {
  const [old, now] = [valuesOf(subject, before), valuesOf(subject, after)]
  // The rows of both versions, because one may have more plans or steps than the other.
  const groups = groupsOf(subject, { ...old, ...now })
  return groups.flatMap(({ title, fields }) =>
    fields
      .filter(({ name, as }) => as !== 'hidden' && (old[name] ?? '') !== (now[name] ?? ''))
      .map((field) => {
        const [oldLines, newLines] = [shown(field, old[field.name]), shown(field, now[field.name])]
        return {
          label: [title, field.label].filter(Boolean).join(', '),
          before: oldLines.map((text) => ({ text, changed: !newLines.includes(text) })),
          after: newLines.map((text) => ({ text, changed: !oldLines.includes(text) })),
        }
      }),
  )
}

function shown({ as, options }: FieldSpec, value = ''): string[] {
  if (as === 'tick') return [value === 'on' ? copy.yes : copy.no]
  if (as === 'choice') return [options?.find((option) => option.value === value)?.label ?? copy.no]
  return linesOf(value)
}
