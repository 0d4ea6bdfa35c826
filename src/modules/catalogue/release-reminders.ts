import type { Reminder } from './domain/reminder.ts'

/** The reminders as the release ships them. */
export const releaseReminders: readonly Reminder[] = [
  {
    id: 'coming',
    days: 3,
    subject: 'Um lembrete do seu pedido',
    text: `{saudacao}

Está chegando, no dia {data}: {parcelas}.

Não precisa pagar agora: é só para você se organizar. Quer adiantar?

{pagar}`,
  },
  {
    id: 'due',
    days: 0,
    subject: 'Um lembrete para hoje',
    text: `{saudacao}

Hoje é o dia de pagar {parcelas}.

{pagar}

Se você acabou de pagar, não é preciso fazer nada: a confirmação chega em instantes.`,
  },
  {
    id: 'late-first',
    days: 2,
    subject: 'Um lembrete do seu pedido',
    text: `{saudacao}

Um lembrete do que era para pagar até {data}: {parcelas}.

{pagar}

Acabou de pagar? Então não precisa fazer nada.

Apertou? Você pode mudar a data ou dividir de outro jeito, aqui mesmo:
{acordo}`,
  },
  {
    id: 'late-second',
    days: 7,
    subject: 'Vamos encontrar um jeito juntos',
    text: `{saudacao}

Vamos ver juntos o que era para pagar até {data}: {parcelas}.

Se não couber agora, dá para combinar, e você vê tudo antes de aceitar. Escolha outra data ou parcelas menores:
{acordo}

Já consegue pagar?

{pagar}`,
  },
  {
    id: 'late-last',
    days: 15,
    subject: 'Ainda dá para combinar',
    text: `{saudacao}

Ainda dá para combinar o que era para pagar até {data}: {parcelas}.

Você vê tudo antes de aceitar. Escolha outra data ou parcelas menores:
{acordo}

Já consegue pagar?

{pagar}

Prefere conversar? Responda a esta mensagem, sem compromisso. Este é o nosso último lembrete automático sobre isso.`,
  },
]
