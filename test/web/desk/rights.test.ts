// Databases: one
import { expect, test } from 'vitest'
import { teamRoles } from '../../../src/core/roles.ts'
import { may, type Right } from '../../../src/modules/team/public.ts'
import routes from '../../../src/web/routes.ts'
import { atDesk } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

const deskRoutes = routes.filter(({ traits }) => traits.access === 'team')
const someId = '00000000-0000-4000-8000-000000000000'

/** Returns a path of the route, for something that does not exist. */
const pathOf = (pattern = '') => `/${pattern.replaceAll(/:[a-zA-Z]+/g, someId)}`

interface Kinds {
  action?: { kinds?: Readonly<Record<string, { right: Right }>> }
}

test.each(teamRoles)(
  'the role %s opens the screens and performs the actions of the rights table, and no others',
  async (role) => {
    const browser = await atDesk(web, role)
    for (const { path, file, traits } of deskRoutes) {
      const right = traits.right as Right
      expect(right, `${path} declares no right`).toBeDefined()
      const recorded = await recordedRefusals()
      const status = await statusOf(browser, pathOf(path))
      expect([path, status === 403]).toEqual([path, !may(role, right)])
      // Files as well as screens: an attempt without the right is an alarm.
      expect([path, (await recordedRefusals()) - recorded]).toEqual([path, status === 403 ? 1 : 0])
      const page = (await allPages[`/${path}`]?.()) as Kinds | undefined
      const action = page?.action
      if (action && !action.kinds) throw new Error(`${file}: its action is no deskAction`)
      for (const [intent, kind] of Object.entries(action?.kinds ?? {})) {
        const { status: answered } = await browser.post(pathOf(path), { intent })
        // A member who may not open a screen cannot act on it either, whatever rights its actions require.
        const isTheirs = may(role, right) && may(role, kind.right)
        expect([path, intent, answered === 403]).toEqual([path, intent, !isTheirs])
      }
    }
  },
)

async function recordedRefusals(): Promise<number> {
  await web.app.security.flush()
  const { rows } = await web.database.$client.query<{ count: string }>(
    "select coalesce(sum(count), 0) as count from security_counts where event = 'rights-refused'",
  )
  return Number(rows[0]?.count)
}

test('an action without a known intent does nothing', async () => {
  const browser = await atDesk(web, 'owner')
  for (const intent of ['', 'constructor', 'toString', '__proto__', 'apagar']) {
    expect((await browser.post('/painel', { intent })).status).toBe(422)
  }
})

async function statusOf(browser: Browser, path: string): Promise<number> {
  const response = await browser.get(path)
  await response.body?.cancel()
  return response.status
}
