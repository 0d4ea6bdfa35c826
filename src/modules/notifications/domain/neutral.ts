import { isNeutral, SHOWN_ON_LOCKED_SCREEN } from '../../../core/neutral-words.ts'
import type { Topic } from './manners.ts'

/** Returns the subject itself, otherwise the part before its colon, otherwise a neutral one for its topic. */
export function neutralSubject(subject: string, topic: Topic): string {
  if (topic === 'team' || isNeutral(subject)) return subject
  const [before = ''] = subject.split(':', 1)
  return before !== '' && isNeutral(before) ? before : sayingNothing[topic]
}

/**
 * Returns a text for a channel whose locked screen shows its beginning: the text itself, otherwise a greeting, the neutral subject
 * and the link to the rest. Without a name, because the number may belong to a stranger.
 *
 * @param links of this site, in the text
 */
export function neutralText(
  text: string,
  { subject, links, topic }: { subject: string; links: readonly string[]; topic: Topic },
): string {
  if (topic === 'team' || isNeutral(text.slice(0, SHOWN_ON_LOCKED_SCREEN))) return text
  const [link] = links
  const [greeting = ''] = /^Olá, [^\s,.!:]+\./.exec(text) ?? []
  const line = `${greeting && isNeutral(greeting) ? `${greeting} ` : ''}${neutralSubject(subject, topic)}.`
  return [line, ...(link ? [`Veja aqui:\n${link}`] : [])].join('\n\n')
}

const sayingNothing: Readonly<Record<Exclude<Topic, 'team'>, string>> = {
  account: 'Um aviso sobre a sua conta',
  contract: 'Um aviso sobre o seu pedido',
  progress: 'Uma novidade no seu pedido',
  reminders: 'Um lembrete do seu pedido',
  offers: 'Temos uma proposta para você',
}
