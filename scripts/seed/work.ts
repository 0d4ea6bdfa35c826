import { linkText } from '../../src/modules/backoffice/domain/audit.ts'
import { contentIn, release } from '../../src/modules/catalogue/public.ts'
import { sealSubject } from '../../src/modules/consultations/store.server.ts'
import { emptyChain, linkAfter } from '../../src/platform/hash-chain.ts'
import type { Cipher } from '../../src/platform/storage/cipher.ts'
import { customerId } from './people.ts'
import type { Scale } from './scale.ts'
import { chosen, idOf, oneOf } from './sql.ts'

/** Runs a statement with values and returns its rows. */
export type Ask = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Returns the statement for customers' documents; the newest wait for a review. */
export function documentStatement(scale: Scale): string {
  const { documents, since, now } = scale
  const each = (now.getTime() - since.getTime()) / 1_000 / documents
  const at = `(timestamptz '${since.toISOString()}' + n * interval '1 second' * ${each})`
  return `insert into documents (id, user_id, person_type, name, media_type, size, sha256, storage_key, created_at, stored_at, review_status, reviewed_at)
    select ${idOf('document', 'n', at)}, ${customerId(`1 + ${chosen('n', 31, scale.customers)}`, scale)}, 'fisica', 'documento-' || n || '.pdf',
      'application/pdf', 1000 + n % 5000, lpad(to_hex(n), 64, '0'), 'seed/' || n, ${at}, ${at},
      case when n > ${documents} * 0.98 then 'waiting' else 'accepted' end,
      case when n <= ${documents} * 0.98 then ${at} + interval '5 hours' end
    from generate_series(1, ${documents}) n`
}

/** Creates many versions of a claim, and a draft of the next one. */
export async function seedVersions(ask: Ask, { now }: Scale): Promise<void> {
  const claim = JSON.stringify(contentIn(release, 'claim:years'))
  const someone = '(select id from users limit 1)'
  await ask(
    `insert into catalogue_versions (id, subject, number, content, based_on, release_sha256, drafted_by, drafted_at, reason, holds_from, published_by, published_at)
     select ${idOf('version', 'n', 'at')}, 'claim:years', n, $1::jsonb, n - 1, 'seeded', ${someone}, at, 'semeado', at, ${someone}, at
     from (select n, $2::timestamptz - interval '1 day' * (200 - n) as at from generate_series(1, 150) n) version`,
    [claim, now.toISOString()],
  )
  await ask(
    `insert into catalogue_versions (id, subject, content, based_on, release_sha256, drafted_by, drafted_at)
     values (${idOf('version', '151', '$2::timestamptz')}, 'claim:years', $1::jsonb, 150, 'seeded', ${someone}, $2)`,
    [claim, now.toISOString()],
  )
}

/** Creates requests of people about their own data: most are answered, and every tenth is open. */
export async function seedPrivacyRequests(ask: Ask, scale: Scale): Promise<void> {
  const at = `timestamptz '${scale.now.toISOString()}' - interval '1 hour' * n`
  const person = customerId(`1 + ${chosen('n', 33, scale.customers)}`, scale)
  await ask(`insert into privacy_requests (id, kind, user_id, person_key, status, created_at, decided_at)
    select ${idOf('version', '1000 + n', at)}, ${oneOf('n', ['question', 'correction'])}, ${person}, 'seeded ' || n,
      case when n % 10 = 0 then 'open' else 'declined' end, ${at}, case when n % 10 = 0 then null else ${at} end
    from generate_series(1, 300) n`)
}

/**
 * Creates conversations with customers, each with one address: the newest wait for a reply, and some belong to no known customer.
 */
export async function seedConversations(ask: Ask, scale: Scale): Promise<void> {
  const count = Math.ceil(scale.customers / 4)
  const at = (n: string) => `timestamptz '${scale.now.toISOString()}' - interval '10 minutes' * ${n}`
  const person = customerId(`1 + ${chosen('n', 35, scale.customers)}`, scale)
  const owner = `case when n % 20 = 0 then null else ${person} end`
  await ask(`insert into conversations (id, channel, address, name, user_id, open_since, heard_at, version, created_at)
    select ${idOf('conversation', 'n', at('n'))}, ${oneOf('n', ['whatsapp', 'email'])}, case when n % 2 = 0 then '+55489' || lpad(n::text, 8, '0')
      else 'pessoa' || n || '@exemplo.com.br' end, 'Pessoa Exemplo', ${owner}, case when n <= 200 then ${at('n')} end, ${at('n')}, 2, ${at('n')}
    from generate_series(1, ${count}) n`)
  await ask(`insert into heard_messages (id, conversation_id, channel, provider_id, subject, text, "left", at, received_at)
    select ${idOf('heard', 'n * 4 + line', at('n'))}, ${idOf('conversation', 'n', at('n'))}, ${oneOf('n', ['whatsapp', 'email'])}, 'seed-' || n || '-' || line, '',
      'Quando termina?', '{}', ${at('n')} - interval '1 hour' * line, ${at('n')} - interval '1 hour' * line
    from generate_series(1, ${count}) n cross join generate_series(0, 2) line`)
}

/** Creates paid look-ups with encrypted subjects and their money in the ledger; the newest are not yet delivered. */
export async function seedLookups(ask: Ask, cipher: Cipher, scale: Scale): Promise<void> {
  const { lookups, since, now } = scale
  const kept = Math.floor(lookups * 0.92)
  const at = `case when n <= ${kept} then timestamptz '${since.toISOString()}' + n * interval '1 second' * ${
    (now.getTime() - since.getTime() - 3 * 86_400_000) / 1_000 / kept
  } else timestamptz '${now.toISOString()}' - interval '1 second' * ${(3 * 86_400) / (lookups - kept || 1)} * (${lookups} - n) - interval '10 minutes' end`
  const kinds = release.consultations.map(({ id }) => id)
  const price = `case kind ${release.consultations.map(({ id, price: each }) => `when '${id}' then ${each}`).join(' ')} end`
  const promise = `case kind ${release.consultations.map(({ id, promise: { minutes } }) => `when '${id}' then ${minutes}`).join(' ')} end`
  await ask(`create temporary table seed_lookups as
    select n, kind, at, ${idOf('lookup', 'n', 'at')} as id, ${idOf('lookupCharge', 'n', 'at')} as charge_id, ${idOf('lookupPayment', 'n', 'at')} as payment_id,
      ${idOf('lookupReceipt', 'n', 'at')} as receipt_id, ${customerId(`1 + ${chosen('n', 32, scale.customers)}`, scale)} as user_id,
      n <= ${kept} as is_delivered, ${price} as price, at + interval '1 minute' * ${promise} as promised_at
    from (select n, ${at} as at, ${oneOf('n', kinds)} as kind from generate_series(1, ${lookups}) n) as made`)
  const rows = await ask<{ id: string }>('select id from seed_lookups order by n')
  const batch = 2_000
  for (let from = 0; from < rows.length; from += batch) {
    const ids = rows.slice(from, from + batch).map(({ id }) => id)
    const subject = { cpf: '52998224725', name: 'Pessoa Exemplo', phone: '+5548999990000', email: undefined }
    const sealed = ids.map((id) => Buffer.from(sealSubject(cipher, id, subject)))
    await ask(
      `insert into consultations (id, kind, status, user_id, subject, digest, declaration_version, declared_at, declared_ip, declared_user_agent,
         charge_id, created_at, paid_at, promised_at, delivered_at)
       select l.id, l.kind, case when l.is_delivered then 'delivered' else 'paid' end, l.user_id, given.subject, 'seed-' || l.n, '1', l.at, '198.51.100.1',
         'seed', l.charge_id, l.at, l.at, l.promised_at,
         case when l.is_delivered then l.promised_at - (l.promised_at - l.at) * ((${chosen('l.n', 33, 100)} - 6) / 100.0) end
       from unnest($1::uuid[], $2::bytea[]) as given (id, subject) join seed_lookups l on l.id = given.id`,
      [ids, sealed],
    )
  }
  for (const statement of [
    `insert into charges (id, user_id, purpose, purpose_id, method, amount, description, status, provider, reference, idempotency_key, selection_key,
       most_instalments, provider_id, created_at, issued_at, settled_at)
     select charge_id, user_id, 'consultation', id, 'pix', price, 'Consulta', 'approved', 'mercado-pago', 'LOOKUP_' || n, 'lookup-' || n, 'lookup-' || n, 1,
       (500000000000 + n)::text, at, at, at from seed_lookups`,
    `insert into provider_payments (id, provider, provider_id, charge_id, reference, method, state, status, amount, refunded, fee, approved_at, reported_at,
       received_at, created_at, updated_at)
     select payment_id, 'mercado-pago', (500000000000 + n)::text, charge_id, 'LOOKUP_' || n, 'pix', 'approved', 'approved', price, 0, 0, at, at, at, at, at
     from seed_lookups`,
    `insert into ledger_transactions (id, key, kind, day, created_at)
     select receipt_id, 'receipt:' || payment_id, 'receipt', (at at time zone 'America/Sao_Paulo')::date, at from seed_lookups`,
    `insert into ledger_entries (transaction_id, line, account, amount)
     select receipt_id, line, case line when 0 then 'provider:mercado-pago' else 'sales' end, case line when 0 then price else -price end
     from seed_lookups cross join generate_series(0, 1) as line`,
  ]) {
    await ask(statement)
  }
}

/** Creates the audit log of the team, each record linked to the one before it. */
export async function seedAudit(ask: Ask, { audit, since, now }: Scale): Promise<void> {
  const [actor] = await ask<{ id: string }>('select id from users order by id limit 1')
  if (!actor) throw new Error('no customers')
  const actions = ['order.step', 'customer.look', 'document.accept', 'lookup.deliver', 'order.contact']
  const subjects = await ask<{ id: string }>('select id from seed_orders order by n desc limit 5000')
  const step = (now.getTime() - since.getTime()) / audit
  let end = emptyChain
  const batch = 5_000
  for (let from = 0; from < audit; from += batch) {
    const records = Array.from({ length: Math.min(batch, audit - from) }, (_, index) => {
      const number = from + index
      const record = {
        at: new Date(since.getTime() + Math.floor(number * step)),
        actorId: actor.id,
        action: actions[number % actions.length] ?? '',
        subject: subjects[number % subjects.length]?.id ?? actor.id,
        reason: 'rotina',
        detail: { orderId: subjects[number % subjects.length]?.id ?? null },
      }
      const link = linkAfter(end, ({ position, previousHash }) =>
        linkText({ ...record, position }, previousHash),
      )
      end = { position: link.position, hash: link.recordHash }
      return { ...record, ...link }
    })
    await ask(
      `insert into audit_log (position, at, actor_id, action, subject, reason, detail, previous_hash, record_hash)
       select position, at, actor_id, action, subject, reason, detail, previous_hash, record_hash
       from jsonb_to_recordset($1::jsonb) as r (position int, at timestamptz, actor_id uuid, action text, subject text, reason text, detail jsonb,
         previous_hash text, record_hash text)`,
      [
        JSON.stringify(
          records.map(
            ({ actorId: actor_id, previousHash: previous_hash, recordHash: record_hash, ...rest }) => ({
              ...rest,
              actor_id,
              previous_hash,
              record_hash,
            }),
          ),
        ),
      ],
    )
  }
  await ask('insert into audit_head (id, position, hash) values (1, $1, $2)', [end.position, end.hash])
}
