// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { conversations } from '../../src/modules/inbox/tables.server.ts'
import { messages } from '../../src/modules/notifications/tables.server.ts'
import { privacyRequests } from '../../src/modules/privacy/tables.server.ts'
import { proposals } from '../../src/modules/proposals/tables.server.ts'
import { webWith } from '../support/web.ts'

/* The team's lists, read in pages: nothing is shown twice and nothing is left out where one page ends and the next begins. */

const web = webWith({})
const idOf = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`
/** Five moments, of which two are the same. */
const moments = [0, 1, 1, 2, 3].map((minute) => new Date(Date.UTC(2026, 2, 1, 12, minute)))
const rowsOf = <Row>(rowAt: (id: string, at: Date, key: string) => Row) =>
  moments.map((at, number) => rowAt(idOf(number), at, `chave ${number}`))

beforeAll(async () => {
  const { database } = web
  await database.insert(conversations).values(
    rowsOf((id, at, key) => ({
      ...{ id, channel: 'email' as const, address: key, openSince: at, lastInboundAt: at, createdAt: at },
    })),
  )
  await database.insert(messages).values(
    rowsOf((id, createdAt) => ({
      ...{ id, channel: 'email' as const, to: 'ana@exemplo.com.br', kind: 'x', subject: 's', text: 't' },
      ...{ links: [], status: 'failed' as const, attempts: 1, createdAt },
    })),
  )
  await database.insert(privacyRequests).values(
    rowsOf((id, createdAt, personKey) => ({
      ...{ id, kind: 'question' as const, personKey, status: 'open' as const, createdAt },
    })),
  )
  await database.insert(privacyRequests).values(
    rowsOf((id, at, personKey) => ({
      ...{ id: id.replace(/^0190a/, '0190b'), kind: 'correction' as const, personKey },
      ...{ status: 'done' as const, createdAt: at, decidedAt: at },
    })),
  )
  await database.insert(proposals).values(
    rowsOf((id, createdAt, digest) => ({
      ...{ id, digest, name: 'Ana', birthDate: '1990-01-01', phone: '+5548999991234', email: 'a@b.com.br' },
      ...{ income: 1, vehicleBrand: 'x', vehicleModel: 'x', vehicleYear: '2020', vehicleValue: 1 },
      ...{ status: 'received' as const, createdAt },
    })),
  )
})

interface Page {
  rows: readonly { id: string }[]
  next: unknown
}
type Read = (after: never, limit: number) => Promise<Page>

const lists: Readonly<Record<string, [order: readonly number[], read: Read]>> = {
  'conversations that need an answer': [[0, 1, 2, 3, 4], conversationsIn('open')],
  'conversations of strangers': [[4, 3, 2, 1, 0], conversationsIn('strangers')],
  'all conversations': [[4, 3, 2, 1, 0], conversationsIn('all')],
  'all messages': [[4, 3, 2, 1, 0], messagesIn('all')],
  'failed messages': [[4, 3, 2, 1, 0], messagesIn('failed')],
  'open requests about data': [[0, 1, 2, 3, 4], requestsIn('open')],
  'decided requests about data': [[4, 3, 2, 1, 0], requestsIn('decided')],
  'proposals to answer': [
    [4, 3, 2, 1, 0],
    async (after, limit) => {
      const { proposals: rows, next } = await web.app.proposals.listProposals({ list: 'open', after, limit })
      return { rows, next }
    },
  ],
}

function conversationsIn(list: 'open' | 'strangers' | 'all'): Read {
  return async (after, limit) => {
    const { conversations: rows, next } = await web.app.inbox.listConversations({ list, after, limit })
    return { rows, next }
  }
}

function messagesIn(list: 'all' | 'failed'): Read {
  return async (after, limit) => {
    const { messages: rows, next } = await web.app.notifications.listMessages({ list, after, limit })
    return { rows, next }
  }
}

function requestsIn(list: 'open' | 'decided'): Read {
  return async (after, limit) => {
    const { requests: rows, next } = await web.app.privacy.requestsForTeam({ list, after, limit })
    return { rows, next }
  }
}

test.each(Object.entries(lists))('%s', async (_, [order, read]) => {
  const pages: number[][] = []
  let after: unknown
  do {
    const { rows, next } = await read(after as never, 2)
    pages.push(rows.map(({ id }) => Number(id.slice(-1))))
    after = next
  } while (after !== undefined)
  expect(pages).toEqual([order.slice(0, 2), order.slice(2, 4), order.slice(4)])
})
