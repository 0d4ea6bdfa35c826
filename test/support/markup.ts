/** Strict parser for the HTML of mails: anything unknown to it is an error. */

const voids = new Set(['meta', 'br'])
const phrasing = ['a', 'strong', 'br', '#text']
const flow = [...phrasing, 'div', 'p', 'h1', 'table']

/** Elements that each element may contain (HTML Living Standard, content models). */
const contents: Readonly<Record<string, readonly string[]>> = {
  '#root': ['html'],
  html: ['head', 'body'],
  head: ['meta', 'title', 'style'],
  title: ['#text'],
  style: ['#text'],
  body: flow,
  div: flow,
  table: ['tbody'],
  tbody: ['tr'],
  tr: ['td', 'th'],
  td: flow,
  th: phrasing,
  p: phrasing,
  h1: phrasing,
  strong: phrasing,
  a: ['strong', '#text'],
}

const attributes: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  meta: ['charset', 'name', 'content'],
  a: ['href'],
  table: ['role'],
  th: ['scope'],
}

const token = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(<)/g

/** Returns what is wrong with a whole document; an empty list for a valid one. */
export function markupErrors(document: string): string[] {
  if (!/^<!doctype html>/i.test(document)) return ['no doctype']
  const errors: string[] = []
  const open = ['#root']
  const inside = () => open.at(-1) ?? ''
  const enter = (name: string) => {
    if (!contents[inside()]?.includes(name)) errors.push(`${name} in ${inside()}`)
  }
  for (const [all, end, name = '', given = '', , text] of document
    .slice('<!doctype html>'.length)
    .matchAll(token)) {
    if (text !== undefined) {
      if (text.trim() !== '' || contents[inside()]?.includes('#text')) enter('#text')
      if (inside() !== 'style' && /&(?!(?:amp|lt|gt|quot|#x?[0-9a-f]+);)/i.test(text))
        errors.push(`a bare & in ${text}`)
    } else if (name === '') errors.push(`a bare ${all}`)
    else if (end) {
      if (inside() !== name) errors.push(`</${name}> in ${inside()}`)
      else open.pop()
    } else {
      enter(name)
      errors.push(...wrongAttributes(name, given))
      if (!voids.has(name)) open.push(name)
    }
  }
  if (open.length > 1) errors.push(`not closed: ${open.slice(1).join(', ')}`)
  for (const element of ['<head>', '<title>', '<body'])
    if (document.split(element).length !== 2) errors.push(`not one ${element}`)
  return errors
}

function wrongAttributes(name: string, given: string): string[] {
  const names = [...given.matchAll(/([a-zA-Z-]+)="([^"]*)"/g)].map(([, attribute = '', value = '']) => ({
    attribute: attribute.toLowerCase(),
    value,
  }))
  const allowed = ['class', 'style', ...(attributes[name] ?? [])]
  return [
    ...names
      .filter(({ attribute }) => !allowed.includes(attribute))
      .map(({ attribute }) => `${attribute} of ${name}`),
    ...(new Set(names.map(({ attribute }) => attribute)).size < names.length ? [`repeated of ${name}`] : []),
    ...names
      .filter(({ value }) => /&(?!(?:amp|lt|gt|quot|#x?[0-9a-f]+);)/i.test(value))
      .map(() => `a bare & of ${name}`),
    ...names
      .filter(({ attribute, value }) => attribute === 'style' && /;;|:;|;$|^$/.test(value))
      .map(() => `style of ${name}`),
  ]
}
