import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messageCalendar } from '../src/message-calendar.ts'
import { consultationMessageKinds } from '../src/modules/consultations/index.server.ts'
import { contractingMessageKinds } from '../src/modules/contracting/index.server.ts'
import { documentMessageKinds } from '../src/modules/documents/index.server.ts'
import { identityMessageKinds } from '../src/modules/identity/index.server.ts'
import { inboxMessageKinds } from '../src/modules/inbox/index.server.ts'
import { operationsMessageKinds } from '../src/modules/operations/index.server.ts'
import { orderMessageKinds } from '../src/modules/orders/index.server.ts'
import { paymentMessageKinds } from '../src/modules/payments/index.server.ts'
import { privacyMessageKinds } from '../src/modules/privacy/index.server.ts'
import { proposalMessageKinds } from '../src/modules/proposals/index.server.ts'
import { receiptMessageKinds } from '../src/modules/receipts/index.server.ts'
import { teamMessageKinds } from '../src/modules/team/index.server.ts'

const modules = join(import.meta.dirname, '../src/modules')

const kinds: Record<string, readonly string[]> = {
  consultations: consultationMessageKinds,
  contracting: contractingMessageKinds,
  documents: documentMessageKinds,
  identity: identityMessageKinds,
  inbox: inboxMessageKinds,
  operations: operationsMessageKinds,
  orders: orderMessageKinds,
  payments: paymentMessageKinds,
  privacy: privacyMessageKinds,
  proposals: proposalMessageKinds,
  receipts: receiptMessageKinds,
  team: teamMessageKinds,
}

test('every kind of message is sent by the module that declares it, and each is declared once', () => {
  expect(modulesWith('message-kinds.ts')).toEqual(Object.keys(kinds))
  const unsent = Object.entries(kinds).flatMap(([module, declared]) => {
    const source = sourceOf(module)
    return declared.filter((kind) => !source.includes(`kind: '${kind}'`))
  })
  expect(unsent).toEqual([])
  const all = Object.values(kinds).flat()
  expect(new Set(all).size).toBe(all.length)
})

test('the message calendar names where the words of each message are', () => {
  const isThere = (kind: string, words: string) => {
    const [module = '', name] = words.split('#')
    if (name !== undefined) return sourceOf(module).includes(`export function ${name}(`)
    const file = join(modules, '../..', words)
    return existsSync(file) && readFileSync(file, 'utf8').includes(`kind: '${kind}'`)
  }
  expect(Object.entries(messageCalendar).filter(([kind, { words }]) => !isThere(kind, words))).toEqual([])
})

function modulesWith(file: string): string[] {
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  return files.flatMap((path) => (path.endsWith(`/${file}`) ? [path.split('/')[0] ?? ''] : [])).sort()
}

function sourceOf(module: string): string {
  const files = readdirSync(join(modules, module), { recursive: true, encoding: 'utf8' })
  return (
    files
      .filter((path) => path.endsWith('.ts') && !path.endsWith('message-kinds.ts'))
      .flatMap((path) => readFileSync(join(modules, module, path), 'utf8').split('\n'))
      // Lines that send a message, not the variants of a type.
      .filter((line) => !/^\s*\| \{/.test(line))
      .join('\n')
  )
}
