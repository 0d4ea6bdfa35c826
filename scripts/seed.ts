/**
 * `npm run seed -- --orders 1000000` fills the PostgreSQL database of DATABASE_URL with a shop of that size, to see how the desk
 * performs. The database must be empty and on this machine, and its user a superuser. Documents and look-ups are encrypted with
 * the key of DATA_DIR or ENCRYPTION_KEY, so that the shop can read them when it starts with the same variables.
 */
import { parseArgs } from 'node:util'
import { breachesOfBooks } from '../src/modules/payments/books/check-books.ts'
import { parseConfig } from '../src/platform/config/config.ts'
import { localSecrets } from '../src/platform/data-dir.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { seedOptions } from './lib/arguments.mjs'
import { seedShop } from './seed/seed-shop.ts'

const { values } = parseArgs({ options: seedOptions })
const orders = Number(values.orders)
const config = parseConfig(process.env, localSecrets)
if (!config.databaseUrl) stop('Set DATABASE_URL to an empty PostgreSQL database.')
if (!Number.isInteger(orders) || orders < 100 || orders > 5_000_000) stop('--orders takes 100 to 5000000.')

const database = openDatabase({ url: config.databaseUrl, max: 2 })
try {
  await migrate(database)
  const now = new Date()
  await seedShop({
    url: config.databaseUrl,
    orders,
    now,
    encryptionKey: config.encryptionKey,
    say: console.log,
  })
  const breaches = await breachesOfBooks(database)
  for (const breach of breaches) console.error(breach)
  if (breaches.length > 0) stop('The books do not add up.')
  console.log('The books add up.')
} finally {
  await database.$client.end()
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
