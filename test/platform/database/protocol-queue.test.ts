// Databases: both
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'

test('concurrent clients: every query gets its own result, transactions do not mix', async () => {
  const { url, close } = await testDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  await pool.query('create table exchanges (id int primary key)')
  const client = async (which: number) => {
    for (let turn = 0; turn < 10; turn++) {
      const text = await pool.query('select $1::text as answer', [`${which}-${turn}`])
      expect(text.rows).toEqual([{ answer: `${which}-${turn}` }])
      const number = await pool.query('select $1::int as a, $2::int as b', [which, turn])
      expect(number.rows).toEqual([{ a: which, b: turn }])
      const connection = await pool.connect()
      await connection.query('begin')
      await connection.query('insert into exchanges values ($1)', [which * 100 + turn])
      if (turn % 2) await expect(connection.query('select 1 / $1::int', [0])).rejects.toThrow('zero')
      await connection.query(turn % 2 ? 'rollback' : 'commit')
      connection.release()
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, which) => client(which)))
  const { rows } = await pool.query('select count(*)::int as n from exchanges')
  expect(rows).toEqual([{ n: 100 }])
  await pool.end()
  await close()
})

test('a client that disconnects in a transaction does not block the others', async () => {
  const { url, close } = await testDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  await pool.query('create table exchanges (id int primary key)')
  const lost = new pg.Client({ connectionString: url })
  lost.on('error', () => {})
  await lost.connect()
  await lost.query('begin')
  await lost.query('insert into exchanges values (1)')
  const after = pool.query('select count(*)::int as n from exchanges')
  const { stream } = (lost as unknown as { connection: { stream: { destroy(): void } } }).connection
  stream.destroy()
  expect((await after).rows).toEqual([{ n: 0 }])
  await pool.end()
  await close()
})
