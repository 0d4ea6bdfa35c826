import type { App } from '../../src/composition.ts'
import { todayInSaoPaulo } from '../../src/core/calendar.ts'
import { formatBRL, parseBRL } from '../../src/core/money.ts'
import { type Outcome, ok, refuse } from '../../src/core/outcome.ts'
import { newId } from '../../src/platform/ids.ts'
import { type Command, type CommandInput, command, decisionOf } from './command.ts'
import { fileOf, orderIdOf } from './order-commands.ts'

/** Commands about payments and refunds outside the providers. */
export const manualCommands: { readonly [name: string]: Command } = {
  'registrar-pagamento': command({
    args: ['pedido', 'parcela…'],
    options: ['valor', 'como', 'dia', 'protocolo', 'arquivo', 'chave'],
    description:
      'dinheiro que veio por fora: --valor 199,90 --como transfer, deposit ou cash, --protocolo "…" ou --arquivo prova.pdf (--dia AAAA-MM-DD, hoje se nenhum; --chave de quem repete o comando)',
    run: async (app, { ids: [order = '', ...instalmentIds], ...input }) => {
      const amount = parseBRL(input.options.valor ?? '')
      if (amount === undefined) return refuse('invalid_amount')
      const evidence = await evidenceOf(app, input.options)
      if (!evidence.ok) return evidence
      const { day: receivedOn, ...proof } = evidence.value
      return app.backoffice.recordManualPayment({
        orderId: await orderIdOf(app, order),
        instalmentIds,
        amount,
        receivedOn,
        ...proof,
        key: input.options.chave ?? newId(),
        ...decisionOf(input),
      })
    },
    format: ({ id, amount, isWaiting, isLess }) => {
      if (isWaiting)
        return [`${formatBRL(amount)}: espera que outra pessoa aprove, com aprovar-pagamento ${id}.`]
      return [
        isLess
          ? `Registrado ${id}, mas é menos do que o devido: nada foi quitado (pendencias).`
          : `Registrado: pagamento ${id} de ${formatBRL(amount)}.`,
      ]
    },
  }),
  'aprovar-pagamento': command({
    args: ['pagamento'],
    description: 'aprova um pagamento que um colega registrou à mão',
    run: (app, { ids: [manualPaymentId = ''], ...input }) =>
      app.backoffice.decideManualPayment({ manualPaymentId, approve: true, ...decisionOf(input) }),
    format: (recorded) => [
      `Aprovado: ${formatBRL(recorded?.amount ?? 0)} recebido.`,
      ...(recorded?.isLess ? ['É menos do que o devido: nada foi quitado (pendencias).'] : []),
      ...(recorded?.isCredited
        ? ['O que não estava mais em aberto ficou como crédito do cliente (pendencias).']
        : []),
    ],
  }),
  'recusar-pagamento': command({
    args: ['pagamento'],
    description: 'não aprova um pagamento registrado à mão, ou retira o que você registrou',
    run: (app, { ids: [manualPaymentId = ''], ...input }) =>
      app.backoffice.decideManualPayment({ manualPaymentId, approve: false, ...decisionOf(input) }),
    format: () => ['Não aprovado. Nada mudou nas parcelas.'],
  }),
  'desfazer-pagamento': command({
    args: ['pagamento'],
    description: 'um pagamento foi registrado à mão por engano: as parcelas voltam a ficar em aberto',
    run: (app, { ids: [manualPaymentId = ''], ...input }) =>
      app.backoffice.undoManualPayment({ manualPaymentId, ...decisionOf(input) }),
    format: (amount) => [`Desfeito.${amount > 0 ? ` ${formatBRL(amount)} em aberto outra vez.` : ''}`],
  }),
  'registrar-devolucao': command({
    args: ['devolucao'],
    options: ['valor', 'como', 'dia', 'protocolo', 'arquivo'],
    description:
      'você transferiu de volta dinheiro que veio por fora: --valor, --como, --protocolo "…" ou --arquivo (--dia, hoje se nenhum)',
    run: async (app, { ids: [refundId = ''], ...input }) => {
      const amount = parseBRL(input.options.valor ?? '')
      if (amount === undefined) return refuse('invalid_amount')
      const evidence = await evidenceOf(app, input.options)
      if (!evidence.ok) return evidence
      const { day: sentOn, ...proof } = evidence.value
      return app.backoffice.recordManualRefund({ refundId, amount, sentOn, ...proof, ...decisionOf(input) })
    },
    format: (amount) => [`Devolução de ${formatBRL(amount)} registrada.`],
  }),
}

interface Evidence {
  day: string
  channel: string
  protocol: string
  file: { name: string; bytes: Uint8Array } | undefined
}

async function evidenceOf(
  { clock }: App,
  { dia, como = '', protocolo = '', arquivo }: CommandInput['options'],
): Promise<Outcome<Evidence, 'unreadable_file'>> {
  const file = arquivo === undefined ? undefined : await fileOf(arquivo)
  if (file && !file.ok) return file
  const day = dia ?? todayInSaoPaulo(clock.now())
  return ok({ day, channel: como, protocol: protocolo, file: file?.value })
}
