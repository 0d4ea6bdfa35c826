import type { Executor } from './database.ts'

/** Sends a statement whose text is there already, so that Drizzle has nothing to build. `params` are as the driver takes them. */
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
