import { expect, vi } from 'vitest'
import type { Demand, Proof } from './demand.ts'
import type { House, Person } from './house.ts'
import { fieldNames, fieldOf, formWith, links, wholes, wordsOf } from './page.ts'

type Said = Omit<Demand, 'section'> & Proof

/** A public page says a text. */
export function shown(path: string, item: string, says: string, replacedBy?: string): Said {
  const check = async (house: House) => {
    const { status, text } = await house.page(path)
    expect(status).toBe(200)
    expect(text).toContain(says)
  }
  return { item: `${path}, ${item}`, says, check, ...(replacedBy && { replacedBy }) }
}

/** A page says a text to somebody signed in. */
export function shownToMember(path: string, item: string, says: string): Said {
  const check = async (house: House) => {
    const { status, text } = await (await house.member()).open(path)
    expect(status).toBe(200)
    expect(text).toContain(says)
  }
  return { item: `${path}, ${item}`, says, check }
}

/** A page says every one of several texts, in this order. */
export function all(path: string, item: string, texts: readonly string[]): Said {
  const check = async (house: House) => {
    const { text } = await house.page(path)
    let from = 0
    for (const one of texts) {
      const place = text.indexOf(one, from)
      expect(place, `'${one}' after the ${from} characters that end with the text before it`).not.toBe(-1)
      from = place + one.length
    }
  }
  return { item: `${path}, ${item}, in order`, check }
}

/** The tabs of a page, in their order, and which of them is open, to somebody signed in. */
export function tabs(item: string, path: string, names: readonly string[], open: string): Said {
  return {
    item: `${item}, tabs: ${names.join(', ')}; open: ${open}`,
    async check(house) {
      const { html } = await (await house.member()).open(path)
      const nav = wholes(html, 'nav').find((one) => one.includes('class="tabs"')) ?? ''
      expect(links(nav).map(({ text }) => text)).toEqual(names)
      const current = wholes(nav, 'a').filter((tab) => tab.includes('aria-current'))
      expect(current.map(wordsOf)).toEqual([open])
    },
  }
}

/** A page leads somewhere by a link with these words. */
export function linked(path: string, text: string, href: string | RegExp): Said {
  const check = async (house: House) => {
    const found = links((await house.page(path)).html).filter((link) => link.text.startsWith(text))
    expect(found.map((link) => link.href)).toContainEqual(
      typeof href === 'string' ? href : expect.stringMatching(href),
    )
  }
  return { item: `${path}, link to ${href}`, says: text, check }
}

/** A form has its fields by the names of the specification. */
export function fields(
  item: string,
  names: readonly string[],
  open: (house: House) => Promise<{ html: string }>,
): Said {
  return {
    item: `fields of ${item}: ${names.join(', ')}`,
    async check(house) {
      const { html } = await open(house)
      const form = formWith(html, ...names)
      expect(form, `a form with ${names.join(', ')} among ${fieldNames(html).join(', ')}`).not.toBe('')
    },
  }
}

/** A field takes so many characters and is laid out as it is typed. */
export function limited(
  item: string,
  path: string,
  field: string,
  { max, mask }: { max?: number; mask?: string },
): Said {
  return {
    item,
    async check(house) {
      const found = fieldOf((await house.page(path)).html, field)
      if (max) expect(found.maxlength).toBe(String(max))
      if (mask) expect(found['data-mask']).toBe(mask)
      expect(found.name).toBe(field)
    },
  }
}

/** Makes one call of the application answer otherwise, once. */
export function once<Module extends object>(module: Module, verb: keyof Module & string) {
  const spy = vi.spyOn(module as Record<string, (...given: unknown[]) => Promise<unknown>>, verb)
  return {
    fails: () => spy.mockRejectedValueOnce(new Error('falha de propósito')),
    refuses: (code: string) => spy.mockResolvedValueOnce({ ok: false, code }),
  }
}

/** Asks for the link of a forgotten password and opens it. */
export async function recovering(house: House): Promise<Person> {
  const { email } = await house.customer()
  const person = house.stranger()
  await person.send('/auth?aba=esqueci-senha', { intent: 'reset-request', email })
  await person.open((await house.web.linksTo(email))[0] ?? '')
  return person
}

export const WEAK_RULE =
  'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula, 1 número e 1 caractere especial'
