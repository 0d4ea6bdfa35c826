import { asc, notInArray, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { type Approvals, templateLanguage } from './domain/templates.ts'
import type { TemplateStatus } from './ports.ts'
import { whatsappTemplates } from './tables.server.ts'

/** What Meta last said of each template. */
export function selectTemplates(executor: Executor) {
  return executor.select().from(whatsappTemplates).orderBy(asc(whatsappTemplates.name))
}

export async function approvalsOf(executor: Executor): Promise<Approvals> {
  return new Map((await selectTemplates(executor)).map(({ name, status }) => [name, status]))
}

/** What Meta says of a template now. Other languages are none of ours. */
export async function saveTemplate(
  executor: Executor,
  { name, language, status, reason }: TemplateStatus,
  now: Date,
): Promise<void> {
  if (language !== templateLanguage) return
  const said = { status, reason, changedAt: now }
  await executor
    .insert(whatsappTemplates)
    .values({ name, ...said })
    .onConflictDoUpdate({ target: whatsappTemplates.name, set: said })
}

/** The whole list: a template that is not in it is gone. */
export async function replaceTemplates(
  executor: Executor,
  listed: readonly TemplateStatus[],
  now: Date,
): Promise<void> {
  const ours = listed.filter(({ language }) => language === templateLanguage)
  for (const template of ours) await saveTemplate(executor, template, now)
  const names = ours.map(({ name }) => name)
  await executor
    .delete(whatsappTemplates)
    .where(names.length > 0 ? notInArray(whatsappTemplates.name, names) : sql`true`)
}
