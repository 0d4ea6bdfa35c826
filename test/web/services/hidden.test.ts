// Databases: one
import { expect, test } from 'vitest'
import { contentIn, type PlansContent, release, type Subject } from '../../../src/modules/catalogue/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import { redirectOfHiddenPage } from '../../../src/web/routing/hidden-pages.ts'
import { publicPages } from '../../../src/web/routing/routing.ts'
import { demoAccount, signedIn } from '../../support/desk.ts'
import { allPages, webWith } from '../../support/web.ts'

const web = webWith(allPages)
const somebody = newId()

const subjects = (kind: 'service' | 'lookup' | 'claim' | 'testimonial'): Subject[] => {
  const { services, consultations, claims, testimonials } = release
  const all = { service: services, lookup: consultations, claim: claims, testimonial: testimonials }
  return all[kind].map(({ id }): Subject => `${kind}:${id}`)
}
const lookups = subjects('lookup')
const services = subjects('service')
const sayings = [...subjects('claim'), ...subjects('testimonial')]

/** Publishes a change of the content of a subject, from now. */
async function change(subject: Subject, changed: object): Promise<void> {
  const { catalogue } = web.app
  const content = { ...contentIn(catalogue.current(), subject), ...changed } as never
  await web.database.transaction(async (tx) => {
    const drafted = await catalogue.draftVersion(tx, { subject, content, by: somebody })
    if (!drafted.ok) throw new Error(`${subject}: ${drafted.detail}`)
    const { draftId } = drafted.value
    const published = await catalogue.publishVersion(tx, { draftId, by: somebody, reason: 'escondido' })
    if (!published.ok) throw new Error(`${subject}: ${published.code}`)
  })
}

async function setHidden(hidden: boolean, all: readonly Subject[]): Promise<void> {
  for (const subject of all) await change(subject, { hidden })
  await web.app.catalogue.refresh()
}

/** Returns the public pages that fail, or that show an invalid number. */
async function broken(): Promise<string[]> {
  const found: string[] = []
  for (const { path } of publicPages) {
    const answer = await web.browser().get(path)
    const html = await answer.text()
    if (answer.status >= 400 || /NaN|Infinity|>undefined</.test(html)) found.push(`${path} ${answer.status}`)
  }
  return found
}

test.each([
  ['look-up', lookups],
  ['service', services],
  ['claim and testimonial', sayings],
  ['one of each kind', [...lookups, ...services, ...sayings]],
])('with every %s hidden, all public pages still answer', async (_, all) => {
  await setHidden(true, all)
  expect(await broken()).toEqual([])
  const customer = await signedIn(web, demoAccount('customer'))
  for (const path of ['/', '/services', '/tracking', '/payments', '/account']) {
    expect((await customer.get(path)).status, path).toBe(200)
  }
  await setHidden(false, all)
})

test('without a look-up for sale, no page offers one', async () => {
  const seen = async (path: string) => (await web.browser().get(path)).text()
  for (const path of ['/', '/services']) expect(await seen(path)).toContain('consultas=1')
  expect(await seen('/termos')).toContain('consultas avulsas')
  expect(await seen('/services')).toContain('content="Doze serviços de')
  await setHidden(true, lookups)
  for (const path of ['/', '/services', '/services?consultas=1']) {
    const html = await seen(path)
    expect(html).not.toMatch(/consultas=1|id="consultas"|Consultas [Rr]ápidas/)
  }
  expect(await seen('/termos')).not.toContain('consultas avulsas')
  expect(await seen('/services')).toContain('content="Onze serviços de')
  await setHidden(false, lookups)
})

test('no public page leads to a hidden service or look-up', async () => {
  const leading = async () => {
    const found: string[] = []
    for (const { path } of publicPages) {
      const html = await (await web.browser().get(path)).text()
      const links = [...html.matchAll(/<a\b[^>]*href="([^"#?]*)/g)].map(([, href = '']) => href)
      for (const href of new Set(links)) if (redirectOfHiddenPage(href)) found.push(`${path} ${href}`)
    }
    return found
  }
  // Apart from the others too, which would hide whole parts of a page with them.
  for (const hidden of [['service:clean-name'], ['service:credit-rating', 'lookup:cpf']] as const) {
    await setHidden(true, hidden)
    expect(await leading()).toEqual([])
    await setHidden(false, hidden)
  }
  await setHidden(true, [...services, ...lookups])
  expect(await leading()).toEqual([])
  await setHidden(false, [...services, ...lookups])
})

test('with only the cash plan of every price list, every public page still answers', async () => {
  for (const { id } of release.services.filter(({ plans }) => plans.length > 0)) {
    const { plans } = contentIn(release, `plans:${id}`) as PlansContent
    await change(`plans:${id}`, { plans: plans.filter(({ cadence }) => cadence === 'once') })
  }
  await web.app.catalogue.refresh()
  expect(await broken()).toEqual([])
})
