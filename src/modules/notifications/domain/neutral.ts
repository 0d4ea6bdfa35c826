import type { Topic } from './manners.ts'

/**
 * What tells somebody who looks at a locked screen, or over a shoulder, that its owner owes money or is on a list of those who do
 * (CDC 42: nobody is exposed to ridicule for a debt). Written without accents, lower case.
 */
const telling = [
  /\bdivida/,
  /\bdevedor/,
  /\bdeve(mos|ndo)? r\$/,
  /\bdebitos?\b/,
  /\binadimplen/,
  /\bnegativa(d|c)/,
  /\batras(o|os|ad[ao]s?)\b/,
  /\bvenc(e|em|eu|eram|id[ao]s?|imento)\b/,
  /\bcobran[cç]a/,
  /\bem aberto\b/,
  /\brenegocia/,
  /\bprotesto/,
  /\bserasa\b/,
  /\bspc\b/,
  /\bbacen\b/,
  /\bscr\b/,
  /\bnome (sujo|limpo)\b/,
  /\blimp(a|ar|eza)( de| do)?( seu)? nome\b/,
  /\bscore\b/,
  /\brating\b/,
  /\brestri(cao|coes)\b/,
]

/** The first words that a locked screen shows of a text. */
const shownOfText = 160

/** Whether a line may stand on a locked screen: no debt, no list of debtors, no CPF or CNPJ. */
export function isNeutral(line: string): boolean {
  const plain = line.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (/\d{3}\.?\d{3}\.?\d{3}-?\d{2}/.test(plain)) return false
  return !telling.some((word) => word.test(plain))
}

/** The subject itself, else what it says before its colon, else one of its topic that says nothing. */
export function neutralSubject(subject: string, topic: Topic): string {
  if (topic === 'team' || isNeutral(subject)) return subject
  const [before = ''] = subject.split(':', 1)
  return before !== '' && isNeutral(before) ? before : sayingNothing[topic]
}

/**
 * A text for a channel whose locked screen shows how it begins: the text itself, else the neutral subject and where to read on.
 *
 * @param links of this site, in the text
 */
export function neutralText(
  text: string,
  { subject, links, topic }: { subject: string; links: readonly string[]; topic: Topic },
): string {
  if (topic === 'team' || isNeutral(text.slice(0, shownOfText))) return text
  const [link] = links
  return [`${neutralSubject(subject, topic)}.`, ...(link ? [`Veja aqui:\n${link}`] : [])].join('\n\n')
}

const sayingNothing: Readonly<Record<Exclude<Topic, 'team'>, string>> = {
  account: 'Um aviso sobre a sua conta',
  contract: 'Um aviso sobre o seu pedido',
  progress: 'Uma novidade no seu pedido',
  reminders: 'Um lembrete do seu pedido',
  offers: 'Temos uma proposta para você',
}
