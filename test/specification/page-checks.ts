import { expect, vi } from 'vitest'
import type { Demand, Proof } from './demand.ts'
import type { Fixture, Person } from './fixture.ts'
import { fieldNames, fieldOf, formWith, links, wholes, wordsOf } from './page.ts'

type Said = Omit<Demand, 'section'> & Proof

/** Checks that a public page contains a text. */
export function shown(path: string, item: string, says: string, replacedBy?: string): Said {
  const check = async (fixture: Fixture) => {
    const { status, text } = await fixture.page(path)
    expect(status).toBe(200)
    expect(text).toContain(says)
  }
  return { item: `${path}, ${item}`, says, check, ...(replacedBy && { replacedBy }) }
}

/** Checks that a page contains a text for a signed-in customer. */
export function shownToMember(path: string, item: string, says: string): Said {
  const check = async (fixture: Fixture) => {
    const { status, text } = await (await fixture.member()).open(path)
    expect(status).toBe(200)
    expect(text).toContain(says)
  }
  return { item: `${path}, ${item}`, says, check }
}

/** Checks that a public page has a button, or a link, with a text. */
export function pressable(path: string, item: string, says: string): Said {
  const check = async (fixture: Fixture) => {
    const { html } = await fixture.page(path)
    expect(pressableTexts(html)).toContainEqual(expect.stringContaining(says))
  }
  return { item: `${path}, ${item}`, says, check }
}

/** Checks that a page has a button, or a link, with a text for a signed-in customer. */
export function pressableForMember(path: string, item: string, says: string): Said {
  const check = async (fixture: Fixture) => {
    const { html } = await (await fixture.member()).open(path)
    expect(pressableTexts(html)).toContainEqual(expect.stringContaining(says))
  }
  return { item: `${path}, ${item}`, says, check }
}

function pressableTexts(html: string): string[] {
  return [...wholes(html, 'button'), ...wholes(html, 'a')].map(wordsOf)
}

/** Checks that a page contains several texts, in this order. */
export function all(path: string, item: string, texts: readonly string[]): Said {
  const check = async (fixture: Fixture) => {
    const { text } = await fixture.page(path)
    let from = 0
    for (const one of texts) {
      const place = text.indexOf(one, from)
      expect(place, `'${one}' after the ${from} characters that end with the text before it`).not.toBe(-1)
      from = place + one.length
    }
  }
  return { item: `${path}, ${item}, in order`, check }
}

/** Checks the tabs of a page in order, and the open one, for a signed-in customer. */
export function tabs(item: string, path: string, names: readonly string[], open: string): Said {
  return {
    item: `${item}, tabs: ${names.join(', ')}; open: ${open}`,
    async check(fixture) {
      const { html } = await (await fixture.member()).open(path)
      const nav = wholes(html, 'nav').find((one) => one.includes('class="tabs"')) ?? ''
      expect(links(nav).map(({ text }) => text)).toEqual(names)
      const current = wholes(nav, 'a').filter((tab) => tab.includes('aria-current'))
      expect(current.map(wordsOf)).toEqual([open])
    },
  }
}

/** Checks that a page has a link with this text to a path. */
export function linked(path: string, text: string, href: string | RegExp): Said {
  const check = async (fixture: Fixture) => {
    const found = links((await fixture.page(path)).html).filter((link) => link.text.startsWith(text))
    expect(found.map((link) => link.href)).toContainEqual(
      typeof href === 'string' ? href : expect.stringMatching(href),
    )
  }
  return { item: `${path}, link to ${href}`, says: text, check }
}

/** Checks that a form has the field names of the specification. */
export function fields(
  item: string,
  names: readonly string[],
  open: (fixture: Fixture) => Promise<{ html: string }>,
): Said {
  return {
    item: `fields of ${item}: ${names.join(', ')}`,
    async check(fixture) {
      const { html } = await open(fixture)
      const form = formWith(html, ...names)
      expect(form, `a form with ${names.join(', ')} among ${fieldNames(html).join(', ')}`).not.toBe('')
    },
  }
}

/** Checks that a field has a maximum length and a mask. */
export function limited(
  item: string,
  path: string,
  field: string,
  { max, mask }: { max?: number; mask?: string },
): Said {
  return {
    item,
    async check(fixture) {
      const found = fieldOf((await fixture.page(path)).html, field)
      if (max) expect(found.maxlength).toBe(String(max))
      if (mask) expect(found['data-mask']).toBe(mask)
      expect(found.name).toBe(field)
    },
  }
}

/** Replaces one result of the application, once. */
export function once<Module extends object>(module: Module, verb: keyof Module & string) {
  const spy = vi.spyOn(module as Record<string, (...given: unknown[]) => Promise<unknown>>, verb)
  return {
    fails: () => spy.mockRejectedValueOnce(new Error('falha de propósito')),
    refuses: (code: string) => spy.mockResolvedValueOnce({ ok: false, code }),
  }
}

/** Requests a password reset link and opens it. */
export async function recovering(fixture: Fixture): Promise<Person> {
  const { email } = await fixture.customer()
  const person = fixture.stranger()
  await person.send('/auth?aba=esqueci-senha', { intent: 'reset-request', email })
  await person.open((await fixture.web.linksTo(email))[0] ?? '')
  return person
}

export const WEAK_RULE =
  'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula, 1 número e 1 caractere especial'
