import { keysOf } from '../../../core/records.ts'

/** The language of every template of the shop. */
export const templateLanguage = 'pt_BR'

/**
 * The templates that the owner has had approved by Meta, for messages outside the 24 hours after a person's last message. Each
 * has one parameter, which is the message; Meta rejects a template that consists only of a parameter.
 */
export const templates = {
  aviso: 'Olá! Uma mensagem sobre o seu atendimento: {{1}} Se não reconhece, não clique e fale com a gente.',
  andamento: 'Olá! Seu atendimento teve uma novidade: {{1}} Qualquer dúvida, responda aqui.',
  lembrete: 'Olá! Um lembrete: {{1}} Se já resolveu, desconsidere. Qualquer dúvida, responda aqui.',
  resposta: 'Olá! Respondendo à sua mensagem: {{1}} Se precisar de mais alguma coisa, responda aqui.',
} as const

export type TemplateName = keyof typeof templates

/** How a message is sent to WhatsApp: as free text, or with a template. */
export type SentAs = 'text' | TemplateName

/** By prefix of a message's kind; every other kind uses `aviso`. */
const byKind: readonly (readonly [string, TemplateName])[] = [
  ['order.', 'andamento'],
  ['document.', 'andamento'],
  ['receipt.', 'andamento'],
  ['instalment.', 'lembrete'],
  ['conversation.', 'resposta'],
]

/** Meta's status of each template: 'APPROVED', 'PAUSED', 'REJECTED'. Unknown statuses are stored unchanged. */
export type Approvals = ReadonlyMap<string, string>

/** The template of a kind, with its words around the message. */
export function approvedTemplate(kind: string): { name: TemplateName; body: string } {
  const name = ownTemplate(kind)
  return { name, body: templates[name] }
}

function ownTemplate(kind: string): TemplateName {
  return byKind.find(([begin]) => kind.startsWith(begin))?.[1] ?? 'aviso'
}

/**
 * Returns the template of a message: its kind's own, otherwise the general one; undefined when neither may be used, so that the
 * message goes by e-mail. The general one is tried while nothing is known of it: notices report only the templates that changed, and
 * earlier installations have no other. Meta refuses it if it does not exist.
 */
export function templateFor(kind: string, approvals: Approvals): TemplateName | undefined {
  const own = ownTemplate(kind)
  if (approvals.get(own) === 'APPROVED') return own
  return (approvals.get('aviso') ?? 'APPROVED') === 'APPROVED' ? 'aviso' : undefined
}

/** Returns those of the shop's templates that may not be used. */
export function missingTemplates(approvals: Approvals): TemplateName[] {
  return keysOf(templates).filter((name) => approvals.get(name) !== 'APPROVED')
}
