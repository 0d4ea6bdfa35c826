import { decodeLabel } from '../../../core/punycode.ts'
import type { Site } from './site.ts'

/** How a foreign address imitates ours. */
export type Disguise =
  /** Our whole address as a prefix of the real host: 'recomeco.com.br.pagar.top'. */
  | 'subdomain'
  /** 'recomeco.com.br@pagar.top' */
  | 'user_info'
  /** 'pagar.top/recomeco.com.br' */
  | 'path'
  /** Letters of another alphabet. */
  | 'foreign_letters'
  /** Full-width letters, invisible characters, escapes. */
  | 'hidden_characters'
  /** 'recomec0.com.br', 'recomeco-pagamentos.com' */
  | 'similar_name'

/** The disguises of an address, compared with our own host and name. */
export function disguisesOf(
  site: Site,
  { ownHost, siteName }: { ownHost: string; siteName: string },
): Disguise[] {
  const labels = site.host.split('.').map(decodeLabel)
  const encoded = site.host.split('.').filter((label) => label.startsWith('xn--'))
  const isForeign = encoded.some((label) => !ownHost.split('.').includes(label))
  const found: [Disguise, boolean][] = [
    ['subdomain', `.${site.host}`.includes(`.${ownHost}.`)],
    ['user_info', site.hasUserInfo],
    ['path', site.path.includes(ownHost)],
    ['foreign_letters', isForeign],
    ['hidden_characters', site.disguised && encoded.length === 0],
    [
      'similar_name',
      site.host !== ownHost && [nameIn(ownHost), siteName].some((name) => isSimilar(labels, name)),
    ],
  ]
  return found.filter(([, is]) => is).map(([disguise]) => disguise)
}

/** Whether a label resembles our name. */
function isSimilar(labels: readonly string[], name: string): boolean {
  if (name.length < 4) return false
  const own = skeletonOf(name)
  const all = skeletonOf(labels.join(''))
  return all.includes(own) || labels.some((label) => isWithinOneEdit(skeletonOf(label), own))
}

/** The longest label of a host, without endings such as 'com'. */
function nameIn(host: string): string {
  if (/^[\d.]+$|:/.test(host)) return ''
  return host
    .split('.')
    .map(decodeLabel)
    .reduce((longest, label) => (label.length > longest.length ? label : longest), '')
}

/**
 * Reduces a text to its visual skeleton: without accents and hyphens, and with one letter for all that look alike. Two
 * texts with the same skeleton are easily confused.
 */
export function skeletonOf(text: string): string {
  return [...text.normalize('NFKD').toLowerCase()]
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Letters of other alphabets, and digits, by the Latin letter that they resemble. */
const lookAlikes = new Map(
  Object.entries({
    a: 'аαɑ@4',
    b: 'вьβ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еєε3',
    g: 'ɡ9',
    h: 'һнη',
    j: 'ј',
    k: 'кκ',
    l: 'іıιiӏ1|!ł',
    m: 'мμ',
    n: 'пո',
    o: 'оοσ0øօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ5$',
    t: 'тτ7',
    u: 'υս',
    v: 'ν',
    w: 'ѡԝω',
    x: 'хχ',
    y: 'уγ',
    z: '2',
  }).flatMap(([letter, others]) => [...others].map((other): [string, string] => [other, letter])),
)

/** At most one letter is missing, added, changed or swapped with its neighbour. */
function isWithinOneEdit(text: string, own: string): boolean {
  if (Math.abs(text.length - own.length) > 1) return false
  let start = 0
  while (start < own.length && text[start] === own[start]) start++
  const [rest, ownRest] = [text.slice(start), own.slice(start)]
  return (
    rest.slice(1) === ownRest.slice(1) ||
    rest.slice(1) === ownRest ||
    rest === ownRest.slice(1) ||
    (rest[0] === ownRest[1] && rest[1] === ownRest[0] && rest.slice(2) === ownRest.slice(2))
  )
}
