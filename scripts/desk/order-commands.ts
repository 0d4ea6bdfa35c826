import { readFile } from 'node:fs/promises'
import type { App } from '../../src/composition.ts'
import { formatDate } from '../../src/core/calendar.ts'
import { formatBRL } from '../../src/core/money.ts'
import { type Outcome, ok, refuse } from '../../src/core/outcome.ts'
import { type Command, command, decisionOf } from './command.ts'
import { orderLines } from './order-lines.ts'

/** Commands about orders. */
export const orderCommands: { readonly [name: string]: Command } = {
  'ver-pedido': command({
    args: ['pedido'],
    description: 'um pedido, por seu número (RC-7K4P2) ou id, com suas parcelas',
    run: async ({ orders, payments }, { ids: [text = ''] }) => {
      const order = await orders.findForTeam({ text })
      if (!order) return refuse('not_found')
      return ok({ order, instalments: await payments.ofOrder({ orderId: order.id }) })
    },
    format: ({ order, instalments }) => orderLines(order, instalments),
  }),
  'cancelar-pedido': command({
    args: ['pedido'],
    options: ['devolver', 'palavras'],
    description: 'encerra um pedido (--devolver o que foi pago; --palavras "…" que o cliente lê)',
    run: async (app, { ids: [order = ''], ...input }) => {
      const orderId = await orderIdOf(app, order)
      const refund = input.options.devolver ?? false
      const words = input.options.palavras ?? ''
      return app.backoffice.cancelOrder({ orderId, refund, words, ...decisionOf(input) })
    },
    format: ({ requested, held, unapproved = 0 }) => [
      'Pedido cancelado.',
      ...(unapproved > 0
        ? [`Devolução de ${formatBRL(unapproved)}: espera que outra pessoa aprove (pendencias).`]
        : []),
      ...(requested > 0 ? [`Devolução de ${formatBRL(requested)} pedida.`] : []),
      ...(held > 0
        ? [`Devolução de até ${formatBRL(held)} à espera: diga antes de quê voltou o que já voltou.`]
        : []),
    ],
  }),
  'retomar-pedido': command({
    args: ['pedido'],
    description: 'segue com um pedido cujo dinheiro voltou',
    run: async (app, { ids: [order = ''], ...input }) =>
      app.backoffice.resumeOrder({ orderId: await orderIdOf(app, order), ...decisionOf(input) }),
    format: () => ['Retomado.'],
  }),
  'iniciar-pedido': command({
    args: ['pedido'],
    description: 'a equipe começou',
    run: async (app, { ids: [order = ''], ...input }) =>
      app.backoffice.startWork({ orderId: await orderIdOf(app, order), ...decisionOf(input) }),
    format: () => ['Em andamento.'],
  }),
  'concluir-etapa': command({
    args: ['pedido', 'numero'],
    options: ['palavras', 'protocolo', 'arquivo', 'mostrar'],
    description:
      'a próxima etapa está feita: --palavras "…" que o cliente lê, --protocolo "…" ou --arquivo prova.pdf (--mostrar ao cliente)',
    run: async (app, { ids: [order = '', number = ''], actor, options }) => {
      const file = options.arquivo === undefined ? undefined : await fileOf(options.arquivo)
      if (file && !file.ok) return file
      const step = { ...(await editedOrder(app, order)), stepNumber: Number(number), actor }
      const { palavras: words = '', protocolo: protocol = '', mostrar: isShared = false, motivo } = options
      const reason = motivo ? { reason: motivo } : {}
      return app.backoffice.completeStep({ ...step, words, protocol, isShared, file: file?.value, ...reason })
    },
    format: ({ progress }) => [`Etapa concluída: ${progress}%.`],
  }),
  'reabrir-etapa': command({
    args: ['pedido', 'numero'],
    description: 'volta a uma etapa concluída; o cliente lê o --motivo',
    run: async (app, { ids: [order = '', number = ''], ...input }) => {
      const decision = decisionOf(input)
      const step = { ...(await editedOrder(app, order)), stepNumber: Number(number) }
      return app.backoffice.reopenStep({ ...step, words: decision.reason, ...decision })
    },
    format: ({ progress }) => [`Etapa reaberta: ${progress}%.`],
  }),
  'novo-prazo': command({
    args: ['pedido', 'numero', 'AAAA-MM-DD'],
    description: 'outro dia para uma etapa aberta; o cliente lê o --motivo',
    run: async (app, { ids: [order = '', number = '', to = ''], ...input }) => {
      const decision = decisionOf(input)
      const step = { ...(await editedOrder(app, order)), stepNumber: Number(number), to }
      return app.backoffice.moveStepDeadline({ ...step, words: decision.reason, ...decision })
    },
    format: ({ deliveryDate }) => [`Novo prazo. Entrega até ${formatDate(deliveryDate)}.`],
  }),
  'registrar-contato': command({
    args: ['pedido', 'canal'],
    description: 'a equipe falou com o cliente (phone, whatsapp, email ou in_person), com a nota em --motivo',
    run: async (app, { ids: [order = '', channel = ''], ...input }) => {
      const decision = decisionOf(input)
      const orderId = await orderIdOf(app, order)
      return app.backoffice.recordContact({ orderId, channel, note: decision.reason, ...decision })
    },
    format: () => ['Contato registrado.'],
  }),
  anotar: command({
    args: ['pedido', 'nota'],
    description: 'uma nota para a equipe, que o cliente não vê',
    run: async (app, { ids: [order = '', note = ''], actor }) =>
      app.backoffice.addNote({
        orderId: await orderIdOf(app, order),
        note,
        actor,
        reason: 'nota para a equipe',
      }),
    format: () => ['Anotado.'],
  }),
}

/** Returns the id of the order whose number is given; any other argument unchanged. */
export async function orderIdOf({ orders }: App, text: string): Promise<string> {
  return (await orders.findForTeam({ text }))?.id ?? text
}

/** Returns the order that an argument names, with its current version, on which the decision is based. */
async function editedOrder({ orders }: App, text: string): Promise<{ orderId: string; version?: number }> {
  const order = await orders.findForTeam({ text })
  return order ? { orderId: order.id, version: order.version } : { orderId: text }
}

/** Reads a local file as evidence. */
export async function fileOf(
  path: string,
): Promise<Outcome<{ name: string; bytes: Uint8Array }, 'unreadable_file'>> {
  try {
    return ok({ name: path, bytes: await readFile(path) })
  } catch {
    return refuse('unreadable_file')
  }
}
