import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { type AcceptanceRow, type Opening, openAcceptance } from './sealed-contracts.server.ts'
import { contractAcceptances } from './tables.server.ts'

const COUNTED_CONTRACTS = 10_000

/** A version with which contracts were signed. */
export interface SignedVersion {
  version: string
  first: Date
  last: Date
  /** Number of contracts, counted up to a maximum; `areMore` is true when there are more. */
  contracts: number
  areMore: boolean
}

/**
 * The versions with which contracts were signed, in order: each is found by the index, regardless of the number of
 * contracts.
 */
export async function selectVersions(executor: Executor): Promise<SignedVersion[]> {
  const { rows } = await executor.execute<Record<'version' | 'first' | 'last' | 'contracts', string>>(sql`
    with recursive versions as (
      (select template_version as version from contract_acceptances order by template_version limit 1)
      union all
      select (select template_version from contract_acceptances
              where template_version > versions.version order by template_version limit 1)
      from versions where versions.version is not null
    )
    select version,
      (select accepted_at from contract_acceptances where template_version = version
       order by accepted_at limit 1)::text as first,
      (select accepted_at from contract_acceptances where template_version = version
       order by accepted_at desc limit 1)::text as last,
      (select count(*) from (select 1 from contract_acceptances where template_version = version
       limit ${COUNTED_CONTRACTS + 1}) counted)::text as contracts
    from versions where version is not null order by version`)
  return rows.map(({ version, first, last, contracts }) => ({
    version,
    first: new Date(first),
    last: new Date(last),
    contracts: Math.min(Number(contracts), COUNTED_CONTRACTS),
    areMore: Number(contracts) > COUNTED_CONTRACTS,
  }))
}

/** The first and the last contract of a version whose text was not erased; the same one when there is only one. */
export async function selectEnds(
  executor: Executor,
  version: string,
  opening: Opening,
): Promise<AcceptanceRow[]> {
  const { templateVersion, erasedAt, acceptedAt } = contractAcceptances
  const end = (order: SQL) =>
    executor
      .select()
      .from(contractAcceptances)
      .where(and(eq(templateVersion, version), isNull(erasedAt)))
      .orderBy(order)
      .limit(1)
  const found = [...(await end(asc(acceptedAt))), ...(await end(desc(acceptedAt)))]
  return found.map((row) => openAcceptance(row, opening))
}

/** The contracts signed with a version, newest first, after the last id of the previous page. */
export async function selectSigned(
  executor: Executor,
  { version, after, limit }: { version: string; after: string | undefined; limit: number },
): Promise<{ id: string; orderId: string; acceptedAt: Date }[]> {
  const { id, orderId, templateVersion, acceptedAt } = contractAcceptances
  const place = sql`(select (before.accepted_at, before.id) from contract_acceptances before where before.id = ${after}::uuid)`
  return executor
    .select({ id, orderId, acceptedAt })
    .from(contractAcceptances)
    .where(and(eq(templateVersion, version), after ? sql`(${acceptedAt}, ${id}) < ${place}` : undefined))
    .orderBy(desc(acceptedAt), desc(id))
    .limit(limit)
}
