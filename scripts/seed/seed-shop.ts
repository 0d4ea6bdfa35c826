import pg from 'pg'
import { consultationFigures } from '../../src/modules/consultations/figures.ts'
import { createPasswordHasher } from '../../src/modules/identity/password-hash.server.ts'
import { orderFigures } from '../../src/modules/orders/figures.ts'
import { dueFigures } from '../../src/modules/payments/instalments/due-figures.ts'
import { ledgerFigures } from '../../src/modules/payments/ledger/ledger-figures.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { refreshFigures } from '../../src/platform/figures/figures.ts'
import { createCipher } from '../../src/platform/storage/cipher.ts'
import { moneyStatements } from './money.ts'
import { orderStatements, outlineStatement } from './orders.ts'
import { accountStatements, seedProfiles } from './people.ts'
import { scaleOf } from './scale.ts'
import {
  type Ask,
  documentStatement,
  seedAudit,
  seedConversations,
  seedLookups,
  seedPrivacyRequests,
  seedVersions,
} from './work.ts'

export interface SeedSettings {
  /**
   * URL of a migrated database without orders, as a superuser: triggers and foreign keys are disabled while it is filled, and
   * foreign keys are checked afterwards.
   */
  url: string
  /** Number of orders, at least 100. Each has ten instalments; a tenth of them owe something. */
  orders: number
  now: Date
  /** The key with which the shop will read its profiles and look-ups: 32 bytes in hexadecimal. */
  encryptionKey: string
  /** Called after each part is finished. */
  say?: (line: string) => void
}

/** Password of every seeded customer: cliente0000001@exemplo.com.br and so on. */
export const SEED_PASSWORD = 'Recomeco@2026'

/**
 * Fills a shop with customers, orders, money and work by set-based statements. The same options give the same rows.
 *
 * @throws Error when the database has orders, or when a foreign key is violated afterwards
 */
export async function seedShop({
  url,
  orders,
  now,
  encryptionKey,
  say = () => {},
}: SeedSettings): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ask: Ask = async (text, values) => (await client.query(text, values)).rows as never
  const timed = async (part: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    say(`${part}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  }
  const all = async (statements: readonly string[]) => {
    for (const statement of statements) await ask(statement)
  }
  const scale = scaleOf(orders, now)
  try {
    const [known] = await ask<{ count: number }>('select count(*)::int as count from orders')
    if (known && known.count > 0) throw new Error('The database has orders: seed an empty one.')
    const passwordHash = await createPasswordHasher({ n: 2 ** 10, r: 8, p: 1 }).hash(SEED_PASSWORD)
    await all([
      'set session_replication_role = replica',
      // This trigger sets the number of an order, so it stays enabled.
      'alter table orders enable always trigger orders_number',
    ])
    const indexes = await ask<{ drop: string; create: string }>(secondaryIndexes)
    await all(indexes.map(({ drop }) => drop))
    const cipher = createCipher(encryptionKey)
    await timed('customers', () => all(accountStatements(scale, passwordHash)))
    await timed('profiles', () => seedProfiles(ask, { cipher, isDue: () => true }, scale))
    await timed('orders', () =>
      all([outlineStatement(scale), 'analyze seed_orders', ...orderStatements(scale)]),
    )
    await timed('money', () => all(moneyStatements(scale)))
    await timed('documents', () => ask(documentStatement(scale)))
    await timed('look-ups', () => seedLookups(ask, cipher, scale))
    await timed('versions', () => seedVersions(ask, scale))
    await timed('privacy requests', () => seedPrivacyRequests(ask, scale))
    await timed('conversations', () => seedConversations(ask, scale))
    await timed('log', () => seedAudit(ask, scale))
    await timed('indexes', () => all(indexes.map(({ create }) => create)))
    await all(['set session_replication_role = origin', 'alter table orders enable trigger orders_number'])
    await timed('statistics', () => ask('vacuum analyze'))
    await timed('foreign keys', () => checkForeignKeys(ask))
    await timed('figures', () => makeFigures(ask, url, now))
  } finally {
    await client.end()
  }
}

const figureSources = [dueFigures, ledgerFigures, ...orderFigures, ...consultationFigures]

/**
 * Query for indexes that belong to no constraint. They are created again after all rows are inserted, which is several times
 * faster.
 */
const secondaryIndexes = `select format('drop index %I', c.relname) as drop, pg_get_indexdef(i.indexrelid) as create
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace s on s.oid = c.relnamespace
  where s.nspname = 'public' and not exists (select from pg_constraint where conindid = i.indexrelid)`

/** Computes the figures of every day, because the triggers that mark changed days were disabled. */
async function makeFigures(ask: Ask, url: string, now: Date): Promise<void> {
  await ask('select mark_all_days()')
  const database = openDatabase({ url, max: 1 })
  try {
    for (const source of figureSources) await refreshFigures({ database, clock: { now: () => now } }, source)
    await ask('vacuum analyze daily_figures')
  } finally {
    await database.$client.end()
  }
}

async function checkForeignKeys(ask: Ask): Promise<void> {
  const keys = await ask<{ name: string; query: string }>(`select conname as name,
      format('select 1 from %s a where %s and not exists (select from %s b where %s) limit 1', conrelid::regclass,
        string_agg(format('a.%I is not null', f.attname), ' and '), confrelid::regclass,
        string_agg(format('b.%I = a.%I', t.attname, f.attname), ' and ')) as query
    from pg_constraint
    cross join lateral unnest(conkey, confkey) as k (from_number, to_number)
    join pg_attribute f on f.attrelid = conrelid and f.attnum = from_number
    join pg_attribute t on t.attrelid = confrelid and t.attnum = to_number
    where contype = 'f' and connamespace = 'public'::regnamespace
    group by conname, conrelid, confrelid`)
  for (const { name, query } of keys) {
    if ((await ask(query)).length > 0) throw new Error(`The seeded rows break the foreign key ${name}.`)
  }
}
