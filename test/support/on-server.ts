import pg from 'pg'

/** Runs one statement on its own connection, such as `create database`, which no transaction may contain. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
