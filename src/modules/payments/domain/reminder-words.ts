import type { Milestone } from './reminder.ts'

/** The words of one reminder. What stands in braces is replaced; the list is fixed (`ReminderPlaceholder`). */
export interface ReminderWords {
  /** Neutral: it stands on a locked screen. */
  subject: string
  text: string
}

export type ReminderWording = Readonly<Record<Milestone, ReminderWords>>

/** What the words of a reminder may name, and what it stands for. */
export type ReminderPlaceholder = 'saudacao' | 'parcelas' | 'data' | 'pagar' | 'acordo'

/** As the release says it. */
export const reminderWording: ReminderWording = {
  coming: {
    subject: 'Um lembrete do seu pedido',
    text: `{saudacao}

Está chegando: no dia {data}, {parcelas}.

Não precisa pagar agora: é só para você se organizar. Se preferir adiantar:

{pagar}`,
  },
  due: {
    subject: 'Um lembrete para hoje',
    text: `{saudacao}

Hoje é o dia de pagar {parcelas}.

{pagar}

Se você acabou de pagar, não é preciso fazer nada: a confirmação chega em instantes.`,
  },
  'late-first': {
    subject: 'Um lembrete do seu pedido',
    text: `{saudacao}

Ainda não vimos o pagamento que era para {data}: {parcelas}.

{pagar}

Apertou? Você pode mudar a data ou dividir de outro jeito, aqui mesmo:
{acordo}`,
  },
  'late-second': {
    subject: 'Vamos encontrar um jeito juntos',
    text: `{saudacao}

O pagamento que era para {data} continua em aberto: {parcelas}.

Se não couber agora, escolha outra data ou parcelas menores. Você vê tudo antes de aceitar:
{acordo}

Se já puder pagar:

{pagar}`,
  },
  'late-last': {
    subject: 'Ainda dá para combinar',
    text: `{saudacao}

Este é o nosso último lembrete automático. O pagamento que era para {data} continua em aberto: {parcelas}.

Escolha outra data ou parcelas menores. Você vê tudo antes de aceitar:
{acordo}

Se já puder pagar:

{pagar}

Prefere conversar? Responda a esta mensagem, sem compromisso.`,
  },
}

/** The words with what they name. A line that is left empty goes. */
export function fillWords(
  { subject, text }: ReminderWords,
  values: Readonly<Record<ReminderPlaceholder, string>>,
): ReminderWords {
  const fill = (words: string) =>
    words.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? values[name as ReminderPlaceholder] : whole,
    )
  return { subject: fill(subject), text: fill(text).replace(/\n{3,}/g, '\n\n') }
}
