import type { Executor } from './database.ts'

/**
 * Sends a statement whose text already exists, so that Drizzle has nothing to build. `params` are in the form that the driver
 * takes.
 */
export function sendStatement<Row = unknown>(
  executor: Pick<Executor, '_'>,
  text: string,
  params: unknown[],
): Promise<{ rows: Row[]; rowCount: number | null }> {
  return executor._.session
    .prepareQuery<{ execute: { rows: Row[]; rowCount: number | null }; all: unknown; values: unknown }>(
      { sql: text, params },
      undefined,
      undefined,
      false,
    )
    .execute()
}
