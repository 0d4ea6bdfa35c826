import type { Scale } from './scale.ts'
import { chosen, idOf, oneOf } from './sql.ts'

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

/** When the account `number` was made. */
const made = (number: string, { customers, since, now }: Scale) =>
  `(timestamptz '${since.toISOString()}' + (${number})::bigint * interval '1 second' * ${
    (now.getTime() - since.getTime()) / 1_000 / customers / 4
  })`

/** The id of customer `number`, from 1. */
export const customerId = (number: string, scale: Scale) => idOf('user', number, made(number, scale))

/**
 * Customers with their profiles and one password.
 *
 * @param passwordHash of every account
 */
export function peopleStatements(scale: Scale, passwordHash: string): string[] {
  const rows = `from generate_series(1, ${scale.customers}) n`
  const id = customerId('n', scale)
  const at = made('n', scale)
  // Nine digits that differ for every customer, and the two that check them.
  const digits = "lpad(((n::bigint * 7919 + 100000007) % 1000000000)::text, 9, '0')"
  return [
    `insert into users (id, email, role, email_confirmed_at, created_at)
     select ${id}, 'cliente' || lpad(n::text, 7, '0') || '@exemplo.com.br', 'customer', ${at}, ${at} ${rows}`,
    `insert into accounts (user_id, password_hash, password_changed_at) select ${id}, '${passwordHash}', ${at} ${rows}`,
    `insert into profiles (user_id, nome, documento, telefone, tipo_conta, updated_at)
     select ${id},
       ${oneOf(chosen('n', 1, 24), firstNames)} || ' ' || ${oneOf(chosen('n', 2, 27), lastNames)} || ' ' || ${oneOf(chosen('n', 3, 27), lastNames)},
       digits || d1 || (case when r2 % 11 < 2 then 0 else 11 - r2 % 11 end),
       '+55' || (11 + ${chosen('n', 4, 9)}) || '9' || lpad(${chosen('n', 5, 100_000_000)}::text, 8, '0'),
       'pessoal', ${at}
     from generate_series(1, ${scale.customers}) n
     cross join lateral (select ${digits} as digits) a
     cross join lateral (select ${sumOf('digits', 10)} as r1) b
     cross join lateral (select case when r1 % 11 < 2 then 0 else 11 - r1 % 11 end as d1) c
     cross join lateral (select ${sumOf('digits', 11)} + d1 * 2 as r2) d`,
  ]
}

/** The weighted sum of nine digits, the first with `weight`. */
function sumOf(digits: string, weight: number): string {
  return `(${Array.from({ length: 9 }, (_, place) => `substr(${digits}, ${place + 1}, 1)::int * ${weight - place}`).join(' + ')})`
}
