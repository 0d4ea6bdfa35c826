import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatInstant } from '../../src/core/calendar.ts'
import { formatCpf } from '../../src/core/cpf.ts'
import { formatBRL } from '../../src/core/money.ts'
import { type Outcome, ok, refuse } from '../../src/core/outcome.ts'
import { formatPhone } from '../../src/core/phone.ts'
import { consultationOf } from '../../src/modules/catalogue/public.ts'
import type { LookupRow } from '../../src/modules/consultations/public.ts'
import { type Command, type CommandInput, command, decisionOf } from './command.ts'

/** Commands about look-ups. */
export const lookupCommands: { readonly [name: string]: Command } = {
  consultas: command({
    args: [],
    description: 'as consultas pagas que faltam entregar, a mais urgente primeiro',
    run: async ({ consultations, clock }) => {
      const rows = await consultations.listForTeam({ list: 'open', limit: 200 })
      return ok({ rows, now: clock.now() })
    },
    format: ({ rows, now }) =>
      rows.length > 0 ? rows.map((row) => lookupLine(row, now)) : ['Nenhuma consulta espera.'],
  }),
  'dados-da-consulta': command({
    args: ['consulta'],
    description: 'de quem é a consulta, sem máscara (fica registrado)',
    run: ({ backoffice }, { ids: [consultationId = ''], ...input }) =>
      backoffice.revealLookup({ consultationId, ...decisionOf(input) }),
    format: ({ cpf, name, phone, email }) => [
      `CPF ${formatCpf(cpf)}, ${name}`,
      [formatPhone(phone), email].filter(Boolean).join(', '),
    ],
  }),
  'entregar-consulta': command({
    args: ['consulta'],
    options: ['texto', 'texto-de', 'arquivo', 'correcao'],
    description:
      'entrega o resultado (--texto ou --texto-de, --arquivo); de novo, com --correcao "o que mudou"',
    run: async ({ backoffice, consultations }, { ids: [consultationId = ''], ...input }) => {
      const given = await resultOf(input.options)
      if (!given.ok) return given
      const { correcao: correction } = input.options
      const seen = correction ? await consultations.forTeam({ id: consultationId }) : undefined
      const delivery = { consultationId, seenVersion: seen?.version ?? 0, correction, ...given.value }
      return backoffice.deliverLookup({ ...delivery, ...decisionOf(input) })
    },
    format: (version) => [version === 1 ? 'Entregue.' : `Versão ${version} entregue.`],
  }),
  'devolver-consulta': command({
    args: ['consulta'],
    description: 'devolve o dinheiro de uma consulta que passou do prazo',
    run: ({ backoffice }, { ids: [consultationId = ''], ...input }) =>
      backoffice.decideLateRefund({ consultationId, refund: true, ...decisionOf(input) }),
    format: (amount) => [`Devolução de ${formatBRL(amount)} pedida.`],
  }),
  'manter-consulta': command({
    args: ['consulta'],
    description: 'uma consulta atrasada segue sem devolução: falta entregar',
    run: ({ backoffice }, { ids: [consultationId = ''], ...input }) =>
      backoffice.decideLateRefund({ consultationId, refund: false, ...decisionOf(input) }),
    format: () => ['Mantida: falta entregar.'],
  }),
  'novo-link-consulta': command({
    args: ['consulta'],
    description: 'manda ao comprador um novo link do resultado',
    run: ({ backoffice }, { ids: [consultationId = ''], ...input }) =>
      backoffice.sendResultLink({ consultationId, ...decisionOf(input) }),
    format: (expiresAt) => [`Enviado. Vale até ${formatInstant(expiresAt)}.`],
  }),
  'cancelar-link-consulta': command({
    args: ['consulta'],
    description: 'os links do resultado deixam de abrir',
    run: ({ backoffice }, { ids: [consultationId = ''], ...input }) =>
      backoffice.revokeResultLinks({ consultationId, ...decisionOf(input) }),
    format: () => ['Cancelado.'],
  }),
}

interface Result {
  text?: string | undefined
  file?: { name: string; bytes: Uint8Array } | undefined
}

/** Returns the result that the options give: a text, the text of a file, or a file. */
async function resultOf(options: CommandInput['options']): Promise<Outcome<Result, 'unreadable_file'>> {
  const { texto, 'texto-de': textPath, arquivo } = options
  try {
    const text = textPath ? await readFile(textPath, 'utf8') : texto
    const file = arquivo ? { name: basename(arquivo), bytes: await readFile(arquivo) } : undefined
    return ok({ text, file })
  } catch (error) {
    return refuse(
      'unreadable_file',
      error instanceof Error && 'code' in error ? String(error.code) : undefined,
    )
  }
}

function lookupLine({ id, kind, cpf, promisedAt, refundDeclinedAt }: LookupRow, now: Date): string {
  const isLate = promisedAt <= now
  const late = isLate ? (refundDeclinedAt ? ' (atrasada, mantida)' : ' (atrasada: devolver ou manter)') : ''
  return `até ${formatInstant(promisedAt)} ${consultationOf(kind).title}, CPF ${cpf}: ${id}${late}`
}
