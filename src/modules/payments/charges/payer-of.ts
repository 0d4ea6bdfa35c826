import { documentKind, normalizeDocument } from '../../../core/documento.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { cutTo } from '../../../core/text.ts'
import type { Payer } from '../ports.ts'

export interface ChargePayer {
  id: string
  email: string
  nome: string
  /** CPF or CNPJ. */
  documento: string
}

/** Builds the provider's payer from account data. Refuses `no_email` or `no_client_data` (name or valid document missing). */
export function payerOf(payer: Omit<ChargePayer, 'id'>): Outcome<Payer, 'no_email' | 'no_client_data'> {
  return payer.email.trim() === '' ? refuse('no_email') : guestPayerOf(payer)
}

/** Builds the payer of a guest, who may not have given an e-mail: then the payer has none, never another person's. */
export function guestPayerOf({
  email = '',
  nome,
  documento,
}: {
  email: string | undefined
  nome: string
  documento: string
}): Outcome<Payer, 'no_client_data'> {
  if (nome.trim() === '' || documentKind(documento) === undefined) return refuse('no_client_data')
  const [firstName = '', ...rest] = nome.trim().split(/\s+/)
  return ok({
    ...(email.trim() && { email: email.trim() }),
    firstName: cutTo(60, firstName),
    lastName: cutTo(120, rest.join(' ')),
    document: normalizeDocument(documento),
  })
}
