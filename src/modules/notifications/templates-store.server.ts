import { asc, notInArray, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { type Approvals, templateLanguage } from './domain/templates.ts'
import type { TemplateStatus } from './ports.ts'
import { whatsappTemplates } from './tables.server.ts'

/** The last status of each template that Meta reported. */
export function selectTemplates(executor: Executor) {
  return executor.select().from(whatsappTemplates).orderBy(asc(whatsappTemplates.name))
}

export async function approvalsOf(executor: Executor): Promise<Approvals> {
  return new Map((await selectTemplates(executor)).map(({ name, status }) => [name, status]))
}

/** Stores Meta's current status of a template. Ignores other languages. */
export async function saveTemplate(
  executor: Executor,
  { name, language, status, reason }: TemplateStatus,
  now: Date,
): Promise<void> {
  if (language !== templateLanguage) return
  const approval = { status, reason, changedAt: now }
  await executor
    .insert(whatsappTemplates)
    .values({ name, ...approval })
    .onConflictDoUpdate({ target: whatsappTemplates.name, set: approval })
}

/** Stores the complete list: a template that is not in it is removed. */
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
