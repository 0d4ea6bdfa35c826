import type { Edit, Json } from './fields.ts'

/** Alteration of one value; undefined where the kind does not apply to it. */
export type ValueMutation = (value: Json) => Edit | undefined

const to = (value: Json): Edit => ({ raw: JSON.stringify(value) })
const raw = (text: string): Edit => ({ raw: text })
const ofNumber =
  (edit: (value: number) => Edit): ValueMutation =>
  (value) =>
    typeof value === 'number' ? edit(value) : undefined
const ofText =
  (edit: (value: string) => Edit | undefined): ValueMutation =>
  (value) =>
    typeof value === 'string' ? edit(value) : undefined

/** Alters amounts by their decimal text, because one provider sends them as numbers and the other as '99.90'. */
const ofDecimal =
  (edit: (digits: string) => string): ValueMutation =>
  (value) => {
    if (typeof value === 'number') return raw(edit(plain(value)))
    return typeof value === 'string' && isDecimal(value) ? to(edit(value)) : undefined
  }
const isDecimal = (text: string) => /^\d{1,13}(\.\d+)?$/.test(text)
/** Converts 99.9 to '99.9' and 100 to '100.0', so that digits can be appended. */
const plain = (value: number) => (Number.isInteger(value) ? `${value}.0` : String(value))
const isId = (value: Json): value is number | string => /^\d{6,}$/.test(String(value))

/** Values of another type. */
const types = {
  null: () => to(null),
  true: () => to(true),
  'empty text': () => to(''),
  'blank text': () => to('  '),
  'empty list': () => to([]),
  'empty object': () => to({}),
  'in a list': (value) => to([value]),
  'in an object': (value) => to({ value }),
  'as JSON in a text': (value) => to(JSON.stringify(value)),
  'number as text': ofNumber((value) => to(String(value))),
  'number as text with a comma': ofNumber((value) => to(value.toFixed(2).replace('.', ','))),
  'text as number': ofText((text) => (isDecimal(text) ? raw(text) : undefined)),
  'list as object': (value) => (Array.isArray(value) ? to({ ...value }) : undefined),
} satisfies Record<string, ValueMutation>

/** The same number with other digits, or with more digits than a number can represent. */
const precision = {
  'three decimals': ofDecimal((digits) => `${digits.replace(/^(\d+)$/, '$1.00')}05`),
  'noise of a float': ofDecimal((digits) => `${digits.replace(/^(\d+)$/, '$1.0')}0000000000001`),
  'as exponent': ofDecimal((digits) => `${Number(digits) / 10}e1`),
  'more zeros': ofDecimal((digits) => `${digits.replace(/^(\d+)$/, '$1.0')}000`),
  negative: ofDecimal((digits) => `-${digits}`),
  'plus sign': ofText((text) => (isDecimal(text) ? to(`+${text}`) : undefined)),
  'leading zeros': ofText((text) => (isDecimal(text) ? to(`000${text}`) : undefined)),
  'beyond 2^53': ofDecimal(() => '9007199254740993'),
  huge: ofDecimal(() => '1e21'),
  infinite: ofNumber(() => raw('1e999')),
  'not a number': ofNumber(() => raw('NaN')),
} satisfies Record<string, ValueMutation>

const absence = {
  absent: () => ({ absent: true }),
  renamed: () => ({ name: 'renamed' }),
  'twice, null last': () => ({ after: 'null' }),
  'twice, null first': () => ({ before: 'null' }),
  'twice, another last': (value) => ({ after: JSON.stringify(another(value)) }),
} satisfies Record<string, ValueMutation>

/** Returns a different value of the same type. */
function another(value: Json): Json {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return isDecimal(value) ? `9${value}` : `${value}-`
  return typeof value === 'boolean' ? !value : null
}

const identity = {
  'another id': (value) => (isId(value) ? to(isNumber(value) ? value + 7 : `${value}7`) : undefined),
  'id beyond 2^53': (value) => (isId(value) ? raw(`90071992${value}`) : undefined),
  'id beyond 2^53 as text': (value) => (isId(value) ? to(`90071992${value}`) : undefined),
  'id with a fraction': (value) => (isId(value) ? raw(`${value}.5`) : undefined),
  'id as exponent': (value) => (isId(value) ? raw(`${Number(value) / 10}e1`) : undefined),
  'id with zeros before': (value) => (isId(value) ? to(`00${value}`) : undefined),
} satisfies Record<string, ValueMutation>

const isNumber = (value: Json): value is number => typeof value === 'number'

const text = {
  'in capitals': ofText((value) => (value.toUpperCase() === value ? undefined : to(value.toUpperCase()))),
  'space after': ofText((value) => to(`${value} `)),
  'unknown word': ofText(() => to('algo_novo')),
  'foreign currency': ofText((value) => (/^[A-Z]{3}$/.test(value) ? to('USD') : undefined)),
  'zero byte': ofText((value) => to(`${value}\u0000`)),
  'half a character': ofText((value) => raw(`"${JSON.stringify(value).slice(1, -1)}\\ud83d"`)),
  'full-width digits': ofText((value) =>
    /\d/.test(value)
      ? to(value.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))))
      : undefined,
  ),
  'line break': ofText((value) => to(`${value}\r\nX-Injected: 1`)),
  markup: ofText(() => to('"><script>alert(1)</script>')),
  'script as address': ofText((value) => (/^https?:/.test(value) ? to('javascript:alert(1)') : undefined)),
  'cut in half': ofText((value) => to(value.slice(0, Math.floor(value.length / 2)))),
} satisfies Record<string, ValueMutation>

const isInstant = (value: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)
const ofInstant = (edit: (text: string, at: Date) => Edit): ValueMutation =>
  ofText((value) => (isInstant(value) ? edit(value, new Date(value)) : undefined))
const year = 365 * 24 * 60 * 60 * 1000
const shifted = (at: Date, ms: number) => to(new Date(at.getTime() + ms).toISOString())
const withoutOffset = (value: string) => value.replace(/(Z|[+-]\d{2}:?\d{2})$/, '')
/** Returns the same instant in a time zone that is `minutes` ahead of UTC. */
function onClock(at: Date, minutes: number, offset: string): Edit {
  return to(withoutOffset(new Date(at.getTime() + minutes * 60_000).toISOString()) + offset)
}

/** The same instant in another format, part of it, or another instant. */
const time = {
  'offset without a colon': ofInstant((_, at) => onClock(at, -180, '-0300')),
  'offset of hours': ofInstant((_, at) => onClock(at, -180, '-03')),
  'offset of 5:45': ofInstant((_, at) => onClock(at, 345, '+05:45')),
  'offset of 26 hours': ofInstant((_, at) => onClock(at, 1560, '+26:00')),
  'in UTC': ofInstant((_, at) => to(at.toISOString())),
  'no offset': ofInstant((value) => to(withoutOffset(value))),
  'no seconds': ofInstant((_, at) => to(at.toISOString().replace(/:\d{2}\.\d{3}Z$/, 'Z'))),
  microseconds: ofInstant((_, at) => to(at.toISOString().replace('Z', '123Z'))),
  'space for T': ofInstant((value) => to(value.replace('T', ' '))),
  'small letters': ofInstant((_, at) => to(at.toISOString().toLowerCase())),
  'date alone': ofInstant((value) => to(value.slice(0, 10))),
  'written as in Brazil': ofInstant((value) =>
    to(value.replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}).*$/, '$3/$2/$1 $4')),
  ),
  'written as in a header': ofInstant((_, at) => to(at.toUTCString())),
  'milliseconds since 1970': ofInstant((_, at) => to(at.getTime())),
  'seconds since 1970': ofInstant((_, at) => to(Math.floor(at.getTime() / 1000))),
  'an hour ahead': ofInstant((_, at) => shifted(at, 3_600_000)),
  'ten years ahead': ofInstant((_, at) => shifted(at, 10 * year)),
  'ten years ago': ofInstant((_, at) => shifted(at, -10 * year)),
  'the year 9999': ofInstant((value) => to(`9999${value.slice(4)}`)),
  'a year of five digits': ofInstant((value) => to(`+01${value}`)),
  'February 30': ofInstant((value) => to(value.replace(/-\d{2}-\d{2}T/, '-02-30T'))),
  'second 60': ofInstant((value) => to(value.replace(/T(\d{2}:\d{2}):\d{2}/, 'T$1:60'))),
  'hour 24': ofInstant((value) => to(value.replace(/T\d{2}/, 'T24'))),
} satisfies Record<string, ValueMutation>

const largeObject = `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`

/** Values that are expensive to read, store or write again. */
const size = {
  'a text of 300 KB': () => raw(`"${'A'.repeat(300_000)}"`),
  'a number of 5,000 digits': () => raw('9'.repeat(5_000)),
  'nested 20,000 deep': () => raw('['.repeat(20_000) + ']'.repeat(20_000)),
  'a list of 50,000': () => raw(`[${'0,'.repeat(49_999)}0]`),
  'an object of 20,000': () => raw(largeObject),
  'a prototype': () => raw('{"__proto__":{"amount":1},"constructor":{"prototype":{"amount":1}}}'),
} satisfies Record<string, ValueMutation>

/** Items of a list: their order, their number, and one item that appears twice in two states. */
const order = {
  reversed: ofList((items) => [...items].reverse()),
  emptied: ofList(() => []),
  'first one lost': ofList((items) => items.slice(1)),
  'last one lost': ofList((items) => items.slice(0, -1)),
  'first one twice': ofList((items) => [...items.slice(0, 1), ...items]),
  'twice, pending first': ofList((items) => [...items.slice(0, 1).map(pending), ...items]),
  'twice, pending last': ofList((items) => [...items, ...items.slice(0, 1).map(pending)]),
  'null among them': ofList((items) => [null, ...items, null]),
  'text among them': ofList((items) => ['', ...items, 'x']),
} satisfies Record<string, ValueMutation>

function ofList(edit: (items: Json[]) => Json[]): ValueMutation {
  return (value) => (Array.isArray(value) && value.length > 0 ? to(edit(value)) : undefined)
}

/** Returns the payment as it was before it was paid. */
function pending(item: Json): Json {
  if (item === null || typeof item !== 'object' || Array.isArray(item) || !('status' in item)) return item
  return { ...item, status: 'pending', status_detail: 'pending_waiting_transfer', date_approved: null }
}

/** Alterations of one value in the body. */
export const valueMutations: Readonly<Record<string, ValueMutation>> = {
  ...types,
  ...precision,
  ...absence,
  ...identity,
  ...text,
  ...time,
  ...size,
  ...order,
}
