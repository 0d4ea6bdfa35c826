import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startNode } from '../scripts/lib/child.ts'
import { freePorts } from '../scripts/lib/ports.ts'
import { answers } from '../scripts/lib/system.ts'
import { createClient } from './client.ts'
import { drive, type Figure } from './measure.ts'
import { type CpuClock, cpuOf } from './processes.ts'

/** Measures the response rate of a bare `node:http` server in one process. */
export async function helloRate({ clients, seconds }: { clients: number; seconds: number }): Promise<Figure> {
  const port = await freePorts()
  const child = startNode('hello', 'bench/hello.ts', [], { env: { ...process.env, PORT: String(port) } })
  const origin = `http://127.0.0.1:${port}`
  const client = createClient({ origins: [origin], connections: clients })
  try {
    if (!(await answers(origin, child, 10_000))) throw new Error('the bare server did not start')
    const next = async () => (await client.call({ path: '/' })).status === 200
    const clocks = { app: cpuOf([child.pid]) }
    await drive({ name: 'warm-up', clients, seconds: 0.5, next, clocks })
    return await drive({ name: 'bare node:http response', clients, seconds, next, clocks })
  } finally {
    client.close()
    await child.stop(1_000)
  }
}

/** Measures the rate of single-row inserts, each in its own transaction, with the pool size of one process. */
export async function insertRate({
  url,
  seconds,
  database,
}: {
  url: string
  seconds: number
  database: CpuClock
}): Promise<Figure> {
  const connections = 10
  const pool = new pg.Pool({ connectionString: url, max: connections })
  try {
    await pool.query(
      'create table bench_rows (id uuid primary key, text text not null, at timestamptz not null)',
    )
    const insert = 'insert into bench_rows values ($1, $2, now())'
    const next = async () => (await pool.query(insert, [randomUUID(), 'a row'])).rowCount === 1
    return await drive({
      name: 'single-row insert',
      clients: connections,
      seconds,
      next,
      clocks: { database },
    })
  } finally {
    await pool.query('drop table if exists bench_rows')
    await pool.end()
  }
}
