import { checkDigits } from '../../src/core/cpf.ts'
import { createDocumentos } from '../../src/modules/identity/documentos.server.ts'
import type { Sealing } from '../../src/platform/storage/sealing.ts'
import type { Scale } from './scale.ts'
import { chosen, idOf, oneOf } from './sql.ts'
import type { Ask } from './work.ts'

const firstNames = [
  'Ana',
  'Bruno',
  'Carla',
  'Diego',
  'Elisa',
  'Fábio',
  'Glória',
  'Heitor',
  'Inês',
  'João',
  'Kátia',
  'Luís',
  'Márcia',
  'Nélson',
  'Olívia',
  'Paulo',
  'Quitéria',
  'Rafael',
  'Sônia',
  'Tiago',
  'Úrsula',
  'Vítor',
  'Wânia',
  'Zélia',
]
const lastNames = [
  'Almeida',
  'Barbosa',
  'Cardoso',
  'Dias',
  'Esteves',
  'Ferreira',
  'Gonçalves',
  'Hipólito',
  'Ibarra',
  'Jardim',
  'Lacerda',
  'Macedo',
  'Nogueira',
  'Oliveira',
  'Pereira',
  'Queirós',
  'Ribeiro',
  'Siqueira',
  'Teixeira',
  'Uchoa',
  'Vasconcelos',
  'Ximenes',
  'Yamada',
  'Zanetti',
  'Prado',
  'Quintana',
  'Rezende',
]

/** Returns the time at which the account `number` was created. */
const made = (number: string, { customers, since, now }: Scale) =>
  `(timestamptz '${since.toISOString()}' + (${number})::bigint * interval '1 second' * ${
    (now.getTime() - since.getTime()) / 1_000 / customers / 4
  })`

/** Returns the id of customer `number`, from 1. */
export const customerId = (number: string, scale: Scale) => idOf('user', number, made(number, scale))

/**
 * Returns statements for customers, all with one password.
 *
 * @param passwordHash of every account
 */
export function accountStatements(scale: Scale, passwordHash: string): string[] {
  const rows = `from generate_series(1, ${scale.customers}) n`
  const id = customerId('n', scale)
  const at = made('n', scale)
  return [
    `insert into users (id, email, role, email_confirmed_at, created_at)
     select ${id}, 'cliente' || lpad(n::text, 7, '0') || '@exemplo.com.br', 'customer', ${at}, ${at} ${rows}`,
    `insert into accounts (user_id, password_hash, password_changed_at) select ${id}, '${passwordHash}', ${at} ${rows}`,
  ]
}

const profilesAtOnce = 5_000

/** Creates the customers' profiles, with their documents encrypted in the same way as in the shop. */
export async function seedProfiles(ask: Ask, sealing: Sealing, scale: Scale): Promise<void> {
  const documentos = createDocumentos(sealing)
  for (let first = 1; first <= scale.customers; first += profilesAtOnce) {
    const last = Math.min(first + profilesAtOnce - 1, scale.customers)
    const ids = await ask<{ n: number; id: string }>(
      `select n, ${customerId('n', scale)} as id from generate_series(${first}, ${last}) n`,
    )
    const columns = ids.map(({ n, id }) => documentos.ofProfile(id, documentOf(n)))
    await ask(
      `insert into profiles (user_id, nome, documento_sealed, documento_index, telefone, tipo_conta, updated_at)
       select id,
         ${oneOf(chosen('n', 1, 24), firstNames)} || ' ' || ${oneOf(chosen('n', 2, 27), lastNames)} || ' ' || ${oneOf(chosen('n', 3, 27), lastNames)},
         sealed, index,
         '+55' || (11 + ${chosen('n', 4, 9)}) || '9' || lpad(${chosen('n', 5, 100_000_000)}::text, 8, '0'),
         'pessoal', ${made('n', scale)}
       from unnest($1::int[], $2::uuid[], $3::bytea[], $4::text[]) as t (n, id, sealed, index)`,
      [
        ids.map(({ n }) => n),
        ids.map(({ id }) => id),
        columns.map(({ documentoSealed }) => documentoSealed && Buffer.from(documentoSealed)),
        columns.map(({ documentoIndex }) => documentoIndex),
      ],
    )
  }
}

/** Returns the CPF of customer `number`, from 1: nine digits that differ for every customer, and the two check digits. */
export function documentOf(number: number): string {
  const digits = String((number * 7919 + 100_000_007) % 1_000_000_000).padStart(9, '0')
  return digits + checkDigits(digits)
}
