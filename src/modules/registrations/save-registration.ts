import type { Clock } from '../../core/clock.ts'
import { type Outcome, ok } from '../../core/outcome.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { Identity } from '../identity/index.server.ts'
import { checkRegistration, type Registration } from './domain/registration.ts'
import { upsertRegistration } from './store.server.ts'

/** Dependencies of the use cases. */
export interface Deps {
  database: Database
  cipher: Cipher
  clock: Clock
  /** Identity owns the profile. */
  updateProfile: Identity['updateProfile']
}

/**
 * Stores a registration and updates the profile, which prefills hiring forms, with the person's name and CPF or those of
 * the company's representative (specification, section 7). Telephone and account type do not change.
 */
export async function saveRegistration(
  { database, cipher, clock, updateProfile }: Deps,
  { userId, registration }: { userId: string; registration: Registration },
): Promise<Outcome<Registration, 'registration_invalid'>> {
  const checked = checkRegistration(registration)
  if (!checked.ok) return checked
  await database.transaction(async (tx) => {
    await upsertRegistration(tx, { cipher, userId, registration: checked.value, now: clock.now() })
    const updated = await updateProfile(tx, { userId, ...profileIn(checked.value) })
    if (!updated.ok) throw new Error(`the profile of a valid registration was refused: ${updated.code}`)
  })
  return ok(checked.value)
}

function profileIn({ tipoPessoa, dados }: Registration): { nome: string; documento: string } {
  return tipoPessoa === 'fisica'
    ? { nome: dados.nome, documento: dados.cpf }
    : { nome: dados.nomeResponsavel, documento: dados.cpfResponsavel }
}
