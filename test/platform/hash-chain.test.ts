import { expect, test } from 'vitest'
import { linkText as auditText } from '../../src/modules/backoffice/domain/audit.ts'
import { type AcceptanceRecord, linkText as acceptanceText } from '../../src/modules/contracting/evidence.ts'
import { sha256 } from '../../src/platform/digest.ts'
import { emptyChain, type Link, linkAfter, verifyChain } from '../../src/platform/hash-chain.ts'

interface Row extends Link {
  text: string
}

const textAt = ({ text }: { text: string }, { previousHash }: { previousHash: string }) =>
  `${previousHash} ${text}`

function chainOf(count: number): Row[] {
  const rows: Row[] = []
  for (let at = 1; at <= count; at++) {
    const last = rows.at(-1)
    const end = last ? { position: last.position, hash: last.recordHash } : emptyChain
    rows.push({ text: `record ${at}`, ...linkAfter(end, (place) => textAt({ text: `record ${at}` }, place)) })
  }
  return rows
}

/** Verifies rows against the end of the original chain. */
function verify(rows: readonly Row[], whole: readonly Row[]) {
  const last = whole.at(-1)
  const end = last ? { position: last.position, hash: last.recordHash } : emptyChain
  return verifyChain<Row>({
    end,
    endNow: async () => end,
    pageAfter: async (position, limit) => rows.filter((row) => row.position > position).slice(0, limit),
    textAt,
  })
}

test('an unchanged chain is intact, for any number of pages', async () => {
  for (const count of [0, 1, 199, 200, 201, 400]) {
    const rows = chainOf(count)
    expect(await verify(rows, rows)).toEqual({ records: count, breaches: [] })
  }
})

test('a changed, removed, inserted or missing last record is detected', async () => {
  const rows = chainOf(5)
  const found = async (stored: readonly Row[], whole = rows) => (await verify(stored, whole)).breaches
  const changed = rows.map((row) => (row.position === 3 ? { ...row, text: 'another' } : row))
  const relinked = rows.map((row) => (row.position === 3 ? { ...row, previousHash: sha256('') } : row))
  expect(await found(changed)).toEqual([{ reason: 'record_changed', after: 2 }])
  expect(await found(relinked)).toEqual([{ reason: 'record_changed', after: 2 }])
  expect(await found(rows.toSpliced(2, 1))).toEqual([{ reason: 'missing', after: 2 }])
  expect(await found(rows.slice(0, 4))).toEqual([{ reason: 'end_missing', after: 4 }])
  expect(await found([])).toEqual([{ reason: 'end_missing', after: 0 }])
  expect(await found(rows, rows.slice(0, 4))).toEqual([{ reason: 'end_missing', after: 4 }])
  expect(await found(rows, [])).toEqual([{ reason: 'end_missing', after: 0 }])
  const otherEnd = [...rows.slice(0, 4), { ...(rows[4] as Row), recordHash: sha256('') }]
  expect(await found(rows, otherEnd)).toEqual([{ reason: 'end_missing', after: 5 }])
})

test('a record that was changed and hashed again is detected by the next one', async () => {
  const rows = chainOf(5)
  const forged = rows.map((row) =>
    row.position === 3
      ? {
          text: 'another',
          ...linkAfter({ position: 2, hash: row.previousHash }, (at) => textAt({ text: 'another' }, at)),
        }
      : row,
  )
  expect((await verify(forged, rows)).breaches).toEqual([{ reason: 'record_changed', after: 3 }])
})

test('a breach does not hide the next one, on any page', async () => {
  const rows = chainOf(450)
  const changed = rows.map((row) =>
    [3, 210, 449].includes(row.position) ? { ...row, text: 'another' } : row,
  )
  const { records, breaches } = await verify(changed.toSpliced(299, 1), rows)
  expect(records).toBe(449)
  expect(breaches.map(({ after }) => after)).toEqual([2, 209, 299, 448])
})

test('records appended during a check are left for the next one', async () => {
  const rows = chainOf(205)
  const endAt = (position: number) => ({ position, hash: rows[position - 1]?.recordHash ?? '' })
  const verified = await verifyChain<Row>({
    end: endAt(201),
    endNow: async () => endAt(205),
    // The record before the last is not visible yet: it was committed between the queries of a page.
    pageAfter: async (position, limit) =>
      rows.filter((row) => row.position > position && row.position !== 204).slice(0, limit),
    textAt,
  })
  expect(verified).toEqual({ records: 201, breaches: [] })
})

// Hashes computed by the code that preceded this module: rows stored then must still verify.

test('acceptances stored by earlier versions verify', () => {
  const text = 'CONTRATO DE PRESTAÇÃO DE SERVIÇOS\n\nEntre as partes…'
  const record: AcceptanceRecord = {
    id: '019aa000-0000-7000-8000-000000000001',
    draftId: '019aa000-0000-7000-8000-000000000002',
    orderId: '019aa000-0000-7000-8000-00000000000a',
    userId: '019aa000-0000-7000-8000-000000000003',
    templateVersion: '2026-11-21',
    text,
    sha256: sha256(text),
    acceptedAt: new Date('2026-11-21T12:34:56.789Z'),
    acceptedAtText: '21/11/2026, 09:34 (horário de São Paulo)',
    ip: '203.0.113.9',
    userAgent: 'Mozilla/5.0',
    email: 'maria@exemplo.com.br',
    emailVerified: true,
    ticked: ['termos', 'contrato'],
    party: { phone: '+5548999990000', name: 'Maria Conceição', cpf: '52998224725' },
    plan: {
      serviceId: 'clean-name',
      serviceTitle: 'Limpa Nome',
      variant: null,
      planId: 'p',
      planLabel: 'À vista',
      paymentType: 'à vista',
      cadence: 'once',
      cashPrice: 40000,
      entry: 0,
      count: 1,
      total: 40000,
      difference: { percent: 0, amount: 0 },
      rate: null,
      promise: '7 dias',
      deadline: { kind: 'businessDays', days: 7 },
      specification: ['um', 'dois'],
      steps: [{ name: 'a', description: 'b' }],
      payments: [
        { number: 1, kind: 'a-vista', label: 'À vista', amount: 40000, dueDate: '2026-11-21', method: 'pix' },
      ],
    },
  }
  const first = linkAfter(emptyChain, (place) => acceptanceText(record, { chain: 10, ...place }))
  expect(first).toEqual({
    position: 1,
    previousHash: '0'.repeat(64),
    recordHash: 'cd02b07cf3b216c2647cd561c12a0f7a34ce246d0241aa20b53f37523f2dab11',
  })
  const next = { ...record, id: '019aa000-0000-7000-8000-000000000009' }
  const end = { position: 1, hash: first.recordHash }
  expect(linkAfter(end, (place) => acceptanceText(next, { chain: 10, ...place })).recordHash).toBe(
    '61ea04115f9e8888c916c0665ed4ca3bba8ee5d30f66c41f173400c6d58de3d4',
  )
})

test('audit log records stored by earlier versions verify', () => {
  const record = {
    at: new Date('2026-11-21T12:34:56.789Z'),
    actorId: '019aa000-0000-7000-8000-000000000003',
    action: 'refund_credit',
    subject: 'credit 1',
    reason: 'pago em dobro',
    detail: { z: [3, { b: undefined, a: null, 10: 'x', 9: 'ç' }], amount: 100, a: { y: false, x: 1.5 } },
  }
  const first = linkAfter(emptyChain, ({ position, previousHash }) =>
    auditText({ ...record, position }, previousHash),
  )
  expect(first.recordHash).toBe('48c9b4d4e6e3093c99978dcf3bb89d6a5387fcab68e2f502c98a68a385989af6')
  const end = { position: 1, hash: first.recordHash }
  expect(
    linkAfter(end, ({ position, previousHash }) =>
      auditText({ ...record, position, detail: {} }, previousHash),
    ).recordHash,
  ).toBe('1b862aa57595c67c312339b353b1d5b202cbedd51a2b802182adde1c4caa1b60')
})
