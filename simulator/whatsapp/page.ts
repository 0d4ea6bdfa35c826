import { type Html, html, moment, raw } from '../html.ts'
import type { HttpResponse } from '../http.ts'
import { page } from '../layout.ts'
import type { Account } from './account.ts'
import { isSamePhone, isWindowOpen, type MessageStatus } from './state.ts'

const statuses: Readonly<Record<MessageStatus, string>> = {
  accepted: 'aceita',
  sent: 'enviada',
  delivered: 'entregue',
  read: 'lida',
  failed: 'não entregue',
}

/** Renders the phones that received messages: what each shows, and a field to answer as its owner. */
export function phonesPage(account: Account): HttpResponse {
  const { messages, answers } = account.state
  const latest = [
    ...messages.map(({ to, at }) => ({ phone: to, at })),
    ...answers.map(({ from, at }) => ({ phone: from, at })),
  ]
  const phones = latest
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .map(({ phone }) => phone)
    .filter((phone, at, all) => all.findIndex((other) => isSamePhone(other, phone)) === at)
  return page({
    title: 'WhatsApp de mentira',
    body: html`${raw(style)}<h1>WhatsApp de mentira</h1>
<p>O que chegou a cada telefone. Nada sai desta máquina. Responda como a pessoa, e veja no painel da loja.</p>
<div class="columns"><div data-live>
${phones.length === 0 ? html`<p class="card">Nenhuma mensagem ainda.</p>` : ''}
${phones.slice(0, 30).map((phone) => phoneCard(account, phone))}</div>
<div>${templatesCard(account)}${strangerCard()}</div></div>`,
  })
}

function phoneCard({ state, clock }: Account, phone: string): Html {
  const lines = [
    ...state.messages
      .filter(({ to, status }) => isSamePhone(to, phone) && status !== 'failed')
      .map(({ wamid, text, at, status, sentAs }) => ({ wamid, text, at, isTheirs: false, status, sentAs })),
    ...state.answers
      .filter(({ from }) => isSamePhone(from, phone))
      .map(({ wamid, text, at }) => ({ wamid, text, at, isTheirs: true, status: undefined, sentAs: '' })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const failed = state.messages.filter(
    ({ to, status }) => isSamePhone(to, phone) && status === 'failed',
  ).length
  const isOpen = isWindowOpen(state, phone, clock.now())
  return html`<section class="card phone"><header><b>+${phone}</b>
<span class="status">${isOpen ? '24 horas abertas' : 'só por modelo'}</span></header>
${lines.slice(-12).map(
  ({
    wamid,
    text,
    at,
    isTheirs,
    status,
    sentAs,
  }) => html`<div class="${isTheirs ? 'theirs' : 'ours'}"><p>${text}</p>
<small>${moment(at)}${status ? ` · ${statuses[status]}` : ''}${sentAs && sentAs !== 'text' ? ` · modelo ${sentAs}` : ''}</small>
${status === 'delivered' ? html`<form method="post" action="/sim/messages/${wamid}/read"><button data-key="${wamid}">Ler</button></form>` : ''}</div>`,
)}
${failed > 0 ? html`<p class="alert">${failed} não ${failed === 1 ? 'chegou' : 'chegaram'} a este telefone.</p>` : ''}
<form class="answer" method="post" action="/sim/answers"><input type="hidden" name="from" value="${phone}">
<input name="text" required maxlength="1000" aria-label="Responder" placeholder="Responder" data-key="t${phone}"><button class="main">Enviar</button></form>
<form method="post" action="/sim/phones/${phone}"><input type="hidden" name="absent" value="${String(!state.absent.has(phone))}">
<button>${state.absent.has(phone) ? 'Voltar ao WhatsApp' : 'Sair do WhatsApp'}</button></form></section>`
}

function templatesCard({ state }: Account): Html {
  return html`<section class="card"><h2>Modelos</h2>
${[...state.templates].map(
  ([
    name,
    { body, status },
  ]) => html`<p><b>${name}</b> <span class="status">${status}</span><br><small>${body}</small></p>
<form method="post" action="/sim/templates/${name}"><input type="hidden" name="status" value="${status === 'APPROVED' ? 'PAUSED' : 'APPROVED'}">
<button>${status === 'APPROVED' ? 'Pausar' : 'Aprovar'}</button></form>`,
)}</section>`
}

function strangerCard(): Html {
  return html`<section class="card"><h2>Escrever de outro número</h2>
<form method="post" action="/sim/answers"><label>Número<input name="from" required pattern="[0-9]{8,15}" placeholder="5548988887777"></label>
<label>Mensagem<input name="text" required></label><button class="main wide">Enviar</button></form></section>`
}

const style = `<style>
.phone .ours,.phone .theirs{max-width:85%;margin:0 0 8px;padding:8px 12px;border-radius:14px;background:var(--sunk);overflow-wrap:anywhere}
.phone .theirs{margin-left:auto;background:var(--green-tint)}
.phone p{margin:0 0 4px;white-space:pre-line}.phone small{color:var(--ink-2);font-size:14px}
.phone .ours form{margin-top:6px}.answer{display:flex;gap:8px;margin:12px 0}
.answer input:not([type=checkbox]){flex:1 1 auto;width:auto;min-width:0}
label input:not([type=checkbox]){width:12rem}
</style>`
