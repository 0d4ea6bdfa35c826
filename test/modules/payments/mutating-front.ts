import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../../../simulator/mutations/fields.ts'
import { mutate } from '../../../simulator/mutations/mutate.ts'

/** Alteration of one payment, wherever it is returned. */
export interface PaymentMutation {
  kind: string
  field: string
}

export interface MutatingFront {
  url: string
  /** Mutations by the payment's id. When empty, the provider responds correctly again. */
  mutations: Map<string, PaymentMutation>
  /** Mutations of the responses to refunds, by the id of their payment. */
  refunds: Map<string, PaymentMutation>
  close(): void
}

/** Where a provider's answers contain payments: in every answer below a path, alone or in a list, under their id. */
interface Wire {
  path: string
  list: string
  id: string
}
const mercadoPagoWire: Wire = { path: '/v1/payments', list: 'results', id: 'id' }
export const apiPixWire: Wire = { path: '/v2/pix', list: 'pix', id: 'endToEndId' }

/**
 * Starts a proxy in front of the simulator that alters payments one by one, each in its own way, alone and within every page, so
 * that a thousand mutations are tested in one run. The simulator's own proxy (simulator/mutations) alters one response at a time.
 */
export async function startMutatingFront(target: string, wire = mercadoPagoWire): Promise<MutatingFront> {
  const mutations: MutatingFront['mutations'] = new Map()
  const refunds: MutatingFront['refunds'] = new Map()
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const body = await textOf(incoming)
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers
    const answer = await fetch(target + url, {
      method,
      headers: kept as Record<string, string>,
      ...(body !== '' && { body }),
    })
    const text = await answer.text()
    const isOfPayments = answer.ok && url.startsWith(wire.path)
    const [, refunded] = (method === 'POST' && /^\/v1\/payments\/(\d+)\/refunds$/.exec(url)) || []
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' })
    if (isOfPayments && refunded !== undefined) {
      const mutation = refunds.get(refunded)
      outgoing.end((mutation && mutatedObject(JSON.parse(text), mutation)) ?? text)
    } else outgoing.end(isOfPayments ? altered(JSON.parse(text), mutations, wire) : text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mutations,
    refunds,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns a payment or a refund as JSON text with one field altered; undefined if the kind does not apply to the field. */
function mutatedObject(payment: object, { kind, field }: PaymentMutation): string | undefined {
  const answer = { status: 200, headers: {}, body: JSON.stringify(payment) }
  const reply = mutate(answer, { kind, field, seed: 'field by field' })?.reply
  return reply && String(reply.body)
}

function altered(document: Json, mutations: MutatingFront['mutations'], { list, id }: Wire): string {
  if (document === null || typeof document !== 'object' || Array.isArray(document))
    return JSON.stringify(document)
  const ofPayment = (payment: Json): string => {
    const mutation = mutations.get(String((payment as { [name: string]: Json })[id]))
    return (mutation && mutatedObject(payment as object, mutation)) ?? JSON.stringify(payment)
  }
  const { [list]: payments, ...rest } = document
  if (!Array.isArray(payments)) return ofPayment(document)
  return `${JSON.stringify(rest).slice(0, -1)},"${list}":[${payments.map(ofPayment).join(',')}]}`
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return String(Buffer.concat(chunks))
}
