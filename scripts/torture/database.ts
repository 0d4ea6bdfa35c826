import pg from 'pg'

export interface Reader {
  /** Returns rows as JSON: dates as text, amounts as numbers. */
  all<Row>(from: string): Promise<Row[]>
  run(statement: string): Promise<void>
  close(): Promise<void>
}

/** Creates a reader of the database that uses plain SQL and no product code. */
export function readerOf(url: string): Reader {
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  pool.on('error', () => {})
  return {
    async all<Row>(from: string) {
      const { rows } = await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${from} t`)
      return rows.map(({ row }) => row)
    },
    async run(statement) {
      await pool.query(statement)
    },
    close: () => pool.end(),
  }
}
