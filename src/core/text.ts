/** The digits of a text, in order. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * Fills a pattern, where `0` is a placeholder for one character: ('52998', '000.000') → '529.98'. A separator is added
 * only when a character follows it, so that backspace in a masked field never gets stuck on it.
 */
export function applyPattern(characters: string, pattern: string): string {
  let text = ''
  let used = 0
  for (const mark of pattern) {
    if (used === characters.length) break
    text += mark === '0' ? characters.charAt(used++) : mark
  }
  return text
}

/** User-supplied text as one line: without line breaks, control characters and bidirectional formatting characters. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/**
 * Untrusted text in a form that is safe to store and show: without control characters except line breaks and tabs (a database rejects NUL,
 * a terminal interprets an escape), and without the characters that change the direction of the surrounding text. Joiners between the parts
 * of an emoji are kept.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\r\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** At most `max` characters of a text, without half of a sign at the end: as JSON, neither the database nor a provider takes one. */
export function cutTo(max: number, text: string): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

/** Whether a text has a visible letter: 'Ana', '李小龙'; not '..', '12345', nor invisible characters. */
export function hasLetter(text: string): boolean {
  return /(?!\p{Default_Ignorable_Code_Point})\p{L}/u.test(text)
}

/**
 * ('Maria Aparecida da Silva') → 'Olá, Maria.'; 'Olá!' without a name. The greeting of every message to a customer. Only letters are
 * greeted, because a message may go to an address that a stranger typed: ('bit.ly/premio') → 'Olá!'.
 */
export function greetingTo(name: string): string {
  const first = firstNameIn(name)
  return first ? `Olá, ${first}.` : 'Olá!'
}

/**
 * ('Maria da Silva') → 'Maria'; a name that was typed all in small or all in capital letters as names are written: ('JOÃO SILVA') → 'João'.
 * Empty for anything but letters, or for more of them than a name has, which may be addressed to whoever reads it: ('bit.ly/premio') → ''.
 */
export function firstNameIn(name: string): string {
  const [first = ''] = oneLine(name).split(' ')
  if (!/^[\p{L}\p{M}'’-]{1,40}$/u.test(first)) return ''
  const small = first.toLowerCase()
  if (first !== small && first !== first.toUpperCase()) return first
  return small.replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
}

/** 'São João' → 'Sao Joao': removes accents and every other character that is not printable ASCII. */
export function foldToAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Formats a number: 1234.5 → '1.234,5' */
export function numberText(value: number): string {
  return value.toLocaleString('pt-BR')
}

/** (1, 'dia', 'dias') → '1 dia'; (7, 'dia', 'dias') → '7 dias'. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

export function daysText(days: number): string {
  return counted(days, 'dia', 'dias')
}

export function hoursText(hours: number): string {
  return counted(hours, 'hora', 'horas')
}

export function minutesText(minutes: number): string {
  return counted(minutes, 'minuto', 'minutos')
}

export function lettersText(letters: number): string {
  return `${numberText(letters)} ${letters === 1 ? 'letra' : 'letras'}`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Formats a size in bytes, by 1,024 as file managers do: '340 KB', '2,4 MB', '1,2 GB'. */
export function sizeText(bytes: number): string {
  const at = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const value = (bytes / 1024 ** at).toFixed(at < 2 ? 0 : 1)
  return `${value.replace('.', ',').replace(',0', '')} ${units[at]}`
}

const words = 'zero um dois três quatro cinco seis sete oito nove dez onze doze'.split(' ')

/** 4 → 'quatro', masculine for one and two; figures above twelve. */
export function countInWords(count: number): string {
  return words[count] ?? String(count)
}

/** 'quatro etapas' → 'Quatro etapas'. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
