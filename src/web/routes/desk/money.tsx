import { addDays, formatInstant, isIsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import { formatBRL, parseBRL, sum } from '../../../core/money.ts'
import { cutTo } from '../../../core/text.ts'
import { obligationRights } from '../../../modules/backoffice/public.ts'
import { type Age, ages } from '../../../modules/payments/public.ts'
import { may } from '../../../modules/team/public.ts'
import { moneyKinds } from '../../copy/desk.ts'
import { moneyCopy as copy, providerNames } from '../../copy/desk-money.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { moneyPlace } from '../../desk/money/money-place.ts'
import { MoneyScreen } from '../../desk/money/money-screen.tsx'
import { findInstalments, showInstalments } from '../../desk/money/shown-instalments.server.ts'
import { deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 30
const closesShown = 14
const othersShown = 20

/** Number of periods without a reading after which a sweep is late. */
const lateAfterPeriods = 4

/**
 * Loads the money of the shop: open instalments, daily closes, the last sweep of each provider, and items that wait for a
 * decision.
 */
export const loader = deskLoader(async ({ request, member, app }) => {
  const { payments, backoffice, clock, config } = app
  const search = searchOf('deskMoney', request)
  const totals = await payments.openByAge()
  const age = ageIn(search.get('idade')) ?? totals.find(({ count }) => count > 0)?.age ?? 'ahead'
  const after = readAfter(search.get('depois'))
  const [page, closes, sweeps, others, { kinds }] = await Promise.all([
    payments.openOfAge({ age, after, limit: pageSize }),
    payments.latestCloses(closesShown),
    payments.sweeps(),
    payments.otherShopPayments(othersShown),
    backoffice.countQueue({ role: member.role }),
  ])
  const lag = await payments.reconciliationLag()
  const lateAfter = lateAfterPeriods * config.reconcileSeconds
  return {
    age,
    isFirst: after === undefined,
    next: page.next && `${page.next.dueDate}~${page.next.id}`,
    totals: totals.map(({ age: each, count, amount }) => ({ age: each, count, amount: formatBRL(amount) })),
    instalments: await showInstalments(app, page.instalments),
    waiting: moneyKinds
      .filter((kind) => may(member.role, obligationRights[kind]) && (kinds[kind] ?? 0) > 0)
      .map((kind) => ({ kind, count: kinds[kind] ?? 0 })),
    closes: closes.map(({ provider, day, status, theirs, ours }) => ({
      day: day.split('-').reverse().join('/'),
      provider: named(provider),
      status,
      theirs: formatBRL(theirs),
      ours: formatBRL(ours),
      place: moneyPlace('close', `${provider} ${day}`),
    })),
    yesterday: addDays(todayInSaoPaulo(clock.now()), -1),
    sweeps: sweeps.map(({ provider, sweptUntil, completeAt, failingSince }) => {
      const until = completeAt && completeAt > sweptUntil ? completeAt : sweptUntil
      return {
        provider: named(provider),
        until: formatInstant(until),
        failingSince: failingSince ? formatInstant(failingSince) : undefined,
        isLate: (lag.get(provider) ?? 0) > lateAfter,
      }
    }),
    providers: sweeps.map(({ provider }) => ({ id: provider, name: named(provider) })),
    others: others.map(({ id, since, provider, providerId, amount, detail }) => ({
      id,
      since: formatInstant(since),
      provider: named(provider),
      providerId,
      detail,
      amount: amount === null ? copy.item.unreadable : formatBRL(amount),
    })),
  }
})

function ageIn(text: string | null): Age | undefined {
  return ages.find((age) => age === text)
}

function readAfter(text: string | null): { dueDate: string; id: string } | undefined {
  const [dueDate = '', id = ''] = text?.split('~') ?? []
  return isIsoDate(dueDate) && isUuid(id) ? { dueDate, id } : undefined
}

const named = (provider: string) => providerNames[provider] ?? provider

export const action = deskAction({
  find: { right: 'money.read', run: findInstalments },
  'close-day': {
    right: 'day.close',
    async run({ form, app: { payments, clock } }) {
      const day = textIn(form, 'dia')
      const today = todayInSaoPaulo(clock.now())
      if (!isIsoDate(day) || day > today) return refused('invalid_date', 'dia')
      const closed = await payments.closeDay({ day })
      if (!closed.ok) return refused(closed.code)
      const differences = closed.value.filter(({ status }) => status === 'differs')
      const found = sum(differences.map((close) => close.differences.length))
      // A day that is not over is compared, but not kept: the list below does not have it.
      return { ok: true, done: day === today ? copy.closedSoFar(found) : copy.closed(found) }
    },
  },
  books: {
    right: 'money.read',
    async run({ app: { payments } }) {
      const [breaches, accounts] = [await payments.checkBooks(), await payments.balances()]
      return {
        ok: true,
        done: breaches.length === 0 ? copy.booksFine : copy.booksBroken,
        found: {
          breaches,
          accounts: [...accounts].map(([account, amount]) => ({
            account: accountName(account),
            amount: formatBRL(amount),
          })),
        },
      }
    },
  },
  payout: {
    right: 'payout.record',
    async run({ form, member, app: { backoffice } }) {
      const amount = parseBRL(textIn(form, 'valor'))
      if (amount === undefined || amount <= 0) return refused('invalid_amount', 'valor')
      const recorded = await backoffice.recordPayout({
        provider: textIn(form, 'provedor'),
        amount,
        reference: cutTo(100, textIn(form, 'referencia').trim()),
        actor: member.id,
        reason: textIn(form, 'motivo'),
      })
      return recorded.ok ? { ok: true, done: copy.payoutDone(recorded.value) } : refused(recorded.code)
    },
  },
})

function accountName(account: string): string {
  const [kind, provider = ''] = account.split(':')
  return kind === 'provider' ? copy.atProvider(named(provider)) : (copy.accounts[account] ?? account)
}

export default deskPage('money', MoneyScreen)
