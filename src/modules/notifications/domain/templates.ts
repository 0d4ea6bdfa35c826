/** The language of every template of the house. */
export const templateLanguage = 'pt_BR'

/**
 * The templates that the owner has approved at Meta: what is told outside the 24 hours after a person's last message. Each has
 * one parameter, which is the message; Meta refuses a template that is nothing but a parameter.
 */
export const templates = {
  aviso: 'Olá! Uma mensagem sobre o seu atendimento: {{1}} Se não reconhece, não clique e fale com a gente.',
  andamento: 'Olá! Seu atendimento teve uma novidade: {{1}} Qualquer dúvida, responda aqui.',
  lembrete: 'Olá! Um lembrete: {{1}} Se já resolveu, desconsidere. Qualquer dúvida, responda aqui.',
  resposta: 'Olá! Respondendo à sua mensagem: {{1}} Se precisar de mais alguma coisa, responda aqui.',
} as const

export type TemplateName = keyof typeof templates

/** How WhatsApp is given a message: freely, or by a template. */
export type SentAs = 'text' | TemplateName

/** By the beginning of a message's kind; every other one is an `aviso`. */
const byKind: readonly (readonly [string, TemplateName])[] = [
  ['order.', 'andamento'],
  ['document.', 'andamento'],
  ['receipt.', 'andamento'],
  ['instalment.', 'lembrete'],
  ['conversation.', 'resposta'],
]

/** What Meta says of a template: 'APPROVED', 'PAUSED', 'REJECTED'. New words are stored as they come. */
export type Approvals = ReadonlyMap<string, string>

/** The template of a kind, with its words around the message, while Meta approves of it. */
export function approvedTemplate(kind: string): { name: TemplateName; body: string } {
  const name = ownTemplate(kind)
  return { name, body: templates[name] }
}

function ownTemplate(kind: string): TemplateName {
  return byKind.find(([begin]) => kind.startsWith(begin))?.[1] ?? 'aviso'
}

/**
 * The template of a message: its kind's own, else the general one; undefined where neither may be used. Where Meta was never
 * asked, the general one is tried: shops from before knew no other.
 */
export function templateFor(kind: string, approvals: Approvals): TemplateName | undefined {
  const own = ownTemplate(kind)
  if (approvals.size === 0) return 'aviso'
  return ([own, 'aviso'] as const).find((name) => approvals.get(name) === 'APPROVED')
}
