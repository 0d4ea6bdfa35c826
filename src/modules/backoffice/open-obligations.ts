import type { Obligation, ObligationSource } from '../../core/obligation.ts'
import type { ObligationKind } from './obligation-kinds.ts'
import type { ObligationKey } from './queue-store.server.ts'

/** Returns those of the named obligations that are open. */
export async function openObligations(
  sources: readonly ObligationSource<ObligationKind>[],
  keys: readonly ObligationKey[],
): Promise<Obligation<ObligationKind>[]> {
  const lists = await Promise.all(
    sources.map((source) => {
      const ids = keys.filter(({ kind }) => kind === source.kind).map(({ id }) => id)
      return ids.length > 0 ? source.among({ ids }) : []
    }),
  )
  return lists.flat()
}
