import queue from 'pg-boss/package.json' with { type: 'json' }

/** Version of the job queue's tables that this program creates. */
export const jobTablesVersion: number = queue.pgboss.schema
