// Databases: both
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { milestones } from '../../../src/core/milestones.ts'
import {
  deadlineKinds,
  instalmentKinds,
  manualChannels,
  paymentMethods,
} from '../../../src/core/payment-terms.ts'
import { personTypes } from '../../../src/core/person-type.ts'
import { roles, teamRoles } from '../../../src/core/roles.ts'
import { consultationIds } from '../../../src/modules/catalogue/public.ts'
import { consultationMachine, paidStatuses } from '../../../src/modules/consultations/domain/consultation.ts'
import { viewedParts, viewProofs } from '../../../src/modules/consultations/domain/view.ts'
import { breachReasons } from '../../../src/modules/contracting/domain/breach.ts'
import { renegotiationStatuses } from '../../../src/modules/contracting/domain/renegotiation.ts'
import { mediaTypes } from '../../../src/modules/documents/domain/file-type.ts'
import { requestKinds, reviewStatuses } from '../../../src/modules/documents/domain/review.ts'
import { linkPurposes } from '../../../src/modules/identity/domain/lifetimes.ts'
import { accountTypes } from '../../../src/modules/identity/domain/person.ts'
import { channelOptions } from '../../../src/modules/notifications/domain/manners.ts'
import { channelNames, messageStatuses } from '../../../src/modules/notifications/domain/message.ts'
import { visitSteps } from '../../../src/modules/numbers/domain/visit.ts'
import { orderMachine } from '../../../src/modules/orders/domain/order.ts'
import { orderEventKinds } from '../../../src/modules/orders/domain/order-event.ts'
import { approvalKinds } from '../../../src/modules/payments/domain/approval.ts'
import { chargeMachine } from '../../../src/modules/payments/domain/charge.ts'
import { closeStatuses } from '../../../src/modules/payments/domain/close.ts'
import { creditMachine, creditReasons } from '../../../src/modules/payments/domain/credit.ts'
import { fundedStatuses, instalmentMachine } from '../../../src/modules/payments/domain/instalment.ts'
import { countedManualStatuses, manualStatuses } from '../../../src/modules/payments/domain/manual-payment.ts'
import { refundMachine, refundOrigins } from '../../../src/modules/payments/domain/refund.ts'
import { setAsideReasons } from '../../../src/modules/payments/domain/set-aside.ts'
import {
  consentPurposes,
  requestKinds as privacyRequestKinds,
  requestMachine,
} from '../../../src/modules/privacy/domain/request.ts'
import { offerMachine } from '../../../src/modules/proposals/domain/custom-offer.ts'
import { proposalStatuses } from '../../../src/modules/proposals/domain/proposal-status.ts'
import { pdfKinds } from '../../../src/modules/receipts/domain/pdf-content.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

/** Values that each check constraint allows, from the lists that the code uses. */
const admitted: Record<string, readonly string[]> = {
  acceptance_breaches_reason: breachReasons,
  charges_method: paymentMethods,
  consents_purpose: consentPurposes,
  privacy_requests_kind: privacyRequestKinds,
  privacy_requests_status: requestMachine.states,
  // The only value that is stored under another name (charges/tables.server.ts).
  charges_status: chargeMachine.states.map((state) => (state === 'amount_mismatch' ? 'divergent' : state)),
  consultation_results_media_type: mediaTypes,
  consultation_views_proof: viewProofs,
  consultation_views_what: viewedParts,
  consultations_kind: consultationIds,
  consultations_paid: paidStatuses,
  consultations_status: consultationMachine.states,
  credits_reason: creditReasons,
  credits_status: creditMachine.states,
  custom_offers_status: offerMachine.states,
  daily_closes_status: closeStatuses,
  document_requests_kind: requestKinds,
  documents_media_type: mediaTypes,
  documents_person_type: personTypes,
  documents_review_status: reviewStatuses,
  manual_payments_channel: manualChannels,
  manual_payments_recorded: countedManualStatuses,
  manual_payments_status: manualStatuses,
  manual_refunds_channel: manualChannels,
  message_preferences_offers: channelOptions,
  message_preferences_progress: channelOptions,
  message_preferences_reminders: channelOptions,
  messages_channel: channelNames,
  channel_addresses_channel: channelNames,
  channel_refusals_channel: channelNames,
  conversations_channel: channelNames,
  messages_status: messageStatuses,
  order_events_kind: orderEventKinds,
  orders_deadline: deadlineKinds,
  orders_status: orderMachine.states,
  other_reminders_milestone: milestones,
  payments_kind: instalmentKinds,
  payments_method: paymentMethods,
  payments_paid_with_money: fundedStatuses,
  payments_status: instalmentMachine.states,
  profiles_tipo_conta_known: accountTypes,
  sign_ups_tipo_conta_known: accountTypes,
  proposals_status: proposalStatuses,
  step_files_media_type: mediaTypes,
  set_aside_payments_reason: setAsideReasons,
  receipts_kind: pdfKinds,
  refund_approvals_kind: approvalKinds,
  refunds_origin: refundOrigins,
  refunds_status: refundMachine.states,
  renegotiations_status: renegotiationStatuses,
  registrations_tipo_pessoa: personTypes,
  team_invitations_role: teamRoles,
  users_role_known: roles,
  verifications_purpose_known: linkPurposes,
  visit_counts_step: visitSteps,
}

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await testDatabase()
  database = openDatabase({ url: own.url })
})
afterAll(async () => {
  await database.$client.end()
  await own.close()
})

test('every check constraint with a list allows exactly the values of the code', async () => {
  const checks = await liveChecks()
  const listing = checks.filter(({ name, definition }) => name in admitted || definition.includes('ARRAY['))
  expect(Object.fromEntries(listing.map(({ name, definition }) => [name, literalsOf(definition)]))).toEqual(
    Object.fromEntries(Object.entries(admitted).map(([name, values]) => [name, values.toSorted()])),
  )
})

test('other checks and indexes compare such columns only with values of their lists', async () => {
  const dialect = new PgDialect()
  for (const table of await tables()) {
    const { checks, indexes } = getTableConfig(table)
    const rules = checks.map(({ name, value }) => ({ name, text: dialect.sqlToQuery(value).sql }))
    const listed = new Map(
      rules.flatMap(({ text }) => {
        const [, column, values] = /^("\w+"\."\w+") in \((.*)\)$/.exec(text) ?? []
        return column && values ? [[column, literalsOf(values)] as const] : []
      }),
    )
    for (const { config } of indexes) {
      if (config.where) rules.push({ name: config.name ?? '', text: dialect.sqlToQuery(config.where).sql })
    }
    for (const { name, text } of rules) {
      for (const [, column = '', literals = ''] of text.matchAll(
        /("\w+"\."\w+") (?:=|<>|in|not in) (\([^)]*\)|'[^']*')/g,
      )) {
        const values = listed.get(column)
        if (values)
          expect({ name, values }).toMatchObject({
            name,
            values: expect.arrayContaining(literalsOf(literals)),
          })
      }
    }
  }
})

test('no table definition and no query contains a literal list: it uses the list or state machine of the domain', () => {
  // States of the job queue and kinds of PostgreSQL's catalog are not ours.
  const others = new Set(['delete-old-events.ts', 'pending-job.ts', 'load.ts', 'tables.ts', 'columns.ts'])
  const typed = globSync('src/{modules,platform}/**/*.ts', { cwd: inRoot() })
    .filter((file) => !(file.startsWith('src/platform/') && others.has(basename(file))))
    .flatMap((file) =>
      [
        ...readFileSync(inRoot(file), 'utf8').matchAll(
          /\bin \('[^']*'[^`]|(?:inArray|oneOf)\([^()]*, \[\s*'|enum: \[/gi,
        ),
      ].map(([text]) => `${file}: ${text}`),
    )
  expect(typed).toEqual([])
})

async function liveChecks(): Promise<{ name: string; definition: string }[]> {
  const { rows } = await database.$client.query(
    `select conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  return rows
}

function literalsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/'([^']*)'/g)].map(([, value = '']) => value))].toSorted()
}

function tableFiles(): string[] {
  return globSync('src/**/tables.server.ts', { cwd: inRoot() })
}

async function tables(): Promise<PgTable[]> {
  const modules = await Promise.all(tableFiles().map((file) => import(inRoot(file))))
  return modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable))
}
