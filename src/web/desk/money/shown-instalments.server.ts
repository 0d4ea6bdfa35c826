import { formatDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { counted } from '../../../core/text.ts'
import type { OpenInstalment } from '../../../modules/payments/index.server.ts'
import { textIn } from '../../forms/text-in.ts'
import type { DeskAnswer } from '../answers.ts'
import { refused, type ScreenArgs } from '../screen.server.ts'
import type { ShownInstalment } from './found-instalments.ts'

const maxPeople = 12
const maxFound = 60

/** Returns open instalments as text, with the names of their customers. */
export async function showInstalments(
  { identity }: Pick<ScreenArgs['app'], 'identity'>,
  open: readonly OpenInstalment[],
): Promise<ShownInstalment[]> {
  const names = await identity.namesOf(open.map(({ userId }) => userId))
  return open.map(({ id, userId, amount, due, dueDate, days, ...instalment }) => ({
    id,
    userId,
    name: names.get(userId) ?? '',
    what: instalmentName(instalment),
    amount: formatBRL(amount),
    today: formatBRL(due),
    dueDate: formatDate(dueDate),
    why: dueWords(days),
  }))
}

/** Returns the name of an instalment: 'Limpeza de Nome, parcela 4' */
export function instalmentName({
  serviceTitle,
  kind,
  number,
}: {
  serviceTitle: string
  kind: string
  number: number
}): string {
  const part = kind === 'parcela' ? `parcela ${number}` : kind === 'entrada' ? 'entrada' : 'à vista'
  return `${serviceTitle}, ${part}`
}

function dueWords(days: number): string {
  if (days === 0) return 'vence hoje'
  return days > 0 ? `venceu há ${counted(days, 'dia', 'dias')}` : `vence em ${counted(-days, 'dia', 'dias')}`
}

/** Finds the open instalments of the people who match a search. The typed text never appears in a URL. */
export async function findInstalments({
  app,
  form,
  member,
}: ScreenArgs & { form: FormData }): Promise<DeskAnswer> {
  const text = textIn(form, 'busca').slice(0, 100)
  const people = await app.backoffice.searchPeople({ actor: member.id, text, limit: maxPeople })
  if (!people.ok) return refused(people.code)
  const open = await app.payments.openOf({ userIds: people.value.map(({ id }) => id), limit: maxFound })
  return { ok: true, done: '', found: await showInstalments(app, open) }
}
