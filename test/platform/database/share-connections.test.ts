import type pg from 'pg'
import { expect, test } from 'vitest'
import { shareConnections } from '../../../src/platform/database/share-connections.ts'

test.each(['timeout exceeded when trying to connect', 'Cannot use a pool after calling end on the pool'])(
  '“%s” comes from the pool itself, so nothing is retried',
  async (message) => {
    let tries = 0
    const pool = {
      totalCount: 1,
      options: { max: 1, connectionTimeoutMillis: 1_000 },
      connect() {
        tries += 1
        return Promise.reject(new Error(message))
      },
    } as unknown as pg.Pool
    const refusals: Error[] = []
    shareConnections(pool, (error) => refusals.push(error))
    await expect(pool.connect()).rejects.toThrow(message)
    expect([tries, refusals]).toEqual([1, []])
  },
)
