import { concealCpf } from '../../core/cpf.ts'
import type { ConsultationsDeps } from './deps.ts'
import { idOfLink, linkKey } from './link.server.ts'
import type { ConsultationView } from './public.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, findConsultationRow, openSubject } from './store.server.ts'

/** The look-up of a private link; undefined for an invalid link. */
export async function byLink(
  { database, cipher, signer }: ConsultationsDeps,
  { key }: { key: string },
): Promise<ConsultationView | undefined> {
  const id = idOfLink(key, signer)
  const row = id && (await findConsultationRow(database, id))
  return row ? toView(row, openSubject(cipher, row).cpf) : undefined
}

/**
 * The key in the private URL (`/consulta/<key>`) of a look-up. The caller must have verified that it belongs to the
 * user.
 */
export function keyOf({ signer }: ConsultationsDeps, { consultationId }: { consultationId: string }): string {
  return linkKey(consultationId, signer)
}

function toView(row: ConsultationRow, cpf: string): ConsultationView {
  const { id, kind, status, createdAt } = row
  return {
    id,
    kind,
    sold: soldLookup(row),
    status,
    cpf: concealCpf(cpf),
    chargeId: row.chargeId ?? undefined,
    userId: row.userId ?? undefined,
    createdAt,
    paidAt: row.paidAt ?? undefined,
    promisedAt: row.promisedAt ?? undefined,
    deliveredAt: row.deliveredAt ?? undefined,
    refunding: row.refundRequestedAt !== null,
  }
}
