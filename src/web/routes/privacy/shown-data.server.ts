import { formatDate, formatInstant, isIsoDate } from '../../../core/calendar.ts'
import { formatDocument } from '../../../core/documento.ts'
import { firstWithin } from '../../../core/first-within.ts'
import { type DataKind, keptData } from '../../../core/kept-data.ts'
import { formatBRL, sum } from '../../../core/money.ts'
import { formatPhone } from '../../../core/phone.ts'
import type { OwnData } from '../../../modules/privacy/index.server.ts'
import type { PersonalRecord, PersonalValue } from '../../../platform/personal/personal-data.ts'
import { keptWords, untilText } from '../../copy/privacy/kept-data.ts'
import { fieldLabels, valueWords } from '../../copy/privacy-centre.ts'

/** A kind of data as the page shows it. */
export interface ShownKind {
  kind: DataKind
  name: string
  why: string
  until: string
  law: string
  count: number
  /** The fields of the newest records, as text. Empty if the page only shows a count. */
  records: { term: string; value: string }[][]
}

const centavosFields = new Set([
  'amount',
  'credited',
  'total',
  'income',
  'vehicleValue',
  'refunded',
  'rendaPresumida',
  'faturamentoPresumido',
])
const phoneFields = new Set(['phone'])
const documentFields = new Set(['document', 'cpf', 'cnpj', 'cpfResponsavel'])

/**
 * Maximum characters of a kind on the page, except for a single longer record: strangers write messages of any content, and a page of a
 * hundred long ones holds up the server.
 */
const maxCharacters = 200_000

/** Returns the stored data as text. */
export function shownData(data: readonly OwnData[]): ShownKind[] {
  return data.map(({ kind, count, records }) => ({
    kind,
    name: keptWords[kind].name,
    why: keptWords[kind].why,
    until: untilText(kind),
    law: keptData[kind].law,
    count,
    records: firstWithin(records.map(shownRecord), maxCharacters, lengthOf),
  }))
}

const lengthOf = (items: ShownKind['records'][number]) => sum(items.map(({ value }) => value.length))

function shownRecord({ fields }: PersonalRecord): { term: string; value: string }[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const shown = shownValue(name, value)
    return shown === '' ? [] : [{ term: fieldLabels[name] ?? name, value: shown }]
  })
}

function shownValue(name: string, value: PersonalValue | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Date) return formatInstant(value)
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (typeof value === 'number') return centavosFields.has(name) ? formatBRL(value) : String(value)
  if (typeof value !== 'string') return value.join('; ')
  if (documentFields.has(name)) return formatDocument(value)
  if (phoneFields.has(name)) return formatPhone(value)
  if (isIsoDate(value)) return formatDate(value)
  return valueWords[value] ?? value
}
