import type { Reminder } from './domain/reminder.ts'

/** The reminders as the release ships them. */
export const releaseReminders: readonly Reminder[] = [
  {
    id: 'coming',
    days: 3,
    subject: 'Um lembrete do seu pedido',
    text: `{saudacao}

Está chegando: no dia {data}, {parcelas}.

Não precisa pagar agora: é só para você se organizar. Se preferir adiantar:

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

Ainda não vimos o pagamento que era para {data}: {parcelas}.

{pagar}

Apertou? Você pode mudar a data ou dividir de outro jeito, aqui mesmo:
{acordo}`,
  },
  {
    id: 'late-second',
    days: 7,
    subject: 'Vamos encontrar um jeito juntos',
    text: `{saudacao}

O pagamento que era para {data} ainda não chegou: {parcelas}.

Se não couber agora, escolha outra data ou parcelas menores. Você vê tudo antes de aceitar:
{acordo}

Se já puder pagar:

{pagar}`,
  },
  {
    id: 'late-last',
    days: 15,
    subject: 'Ainda dá para combinar',
    text: `{saudacao}

Este é o nosso último lembrete automático. O pagamento que era para {data} ainda não chegou: {parcelas}.

Escolha outra data ou parcelas menores. Você vê tudo antes de aceitar:
{acordo}

Se já puder pagar:

{pagar}

Prefere conversar? Responda a esta mensagem, sem compromisso.`,
  },
]
