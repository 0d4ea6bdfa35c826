import { documentKind, normalizeDocument } from '../../core/documento.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { profileFrom } from './domain/account.ts'
import type { Profile } from './domain/person.ts'
import { upsertProfile } from './users.server.ts'

/**
 * Updates the given fields of a user's profile. The document may be a CPF or a CNPJ (the company form stores the CPF of
 * its representative: specification, section 7).
 */
export async function updateProfile(
  tx: Executor,
  { userId, ...given }: { userId: string } & Partial<Profile>,
  { clock, documentos }: Pick<Deps, 'clock' | 'documentos'>,
): Promise<Outcome<null, 'documento_invalid'>> {
  const { nome = '', documento, telefone = '', tipoConta = 'pessoal' } = given
  if (documento && documentKind(documento) === undefined) return refuse('documento_invalid')
  const clean = profileFrom({ nome, documento: '', telefone, tipoConta })
  if (!clean.ok) return clean
  await upsertProfile(
    tx,
    {
      userId,
      profile: {
        ...(given.nome !== undefined && { nome: clean.value.nome }),
        ...(given.telefone !== undefined && { telefone: clean.value.telefone }),
        ...(given.tipoConta !== undefined && { tipoConta }),
        ...(documento !== undefined && { documento: documento && normalizeDocument(documento) }),
      },
    },
    { now: clock.now(), documentos },
  )
  return ok(null)
}
