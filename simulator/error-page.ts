import { html } from './html.ts'
import { type Answer, type Call, json, wantsPage } from './http.ts'
import { page } from './layout.ts'

/** A refusal as a page for a browser, as JSON for everybody else. */
export function refuse(call: Call, status: number, message: string): Answer {
  return wantsPage(call) ? errorPage(status, message) : json(status, { message, status })
}

/** A refusal shown to a person; the detail is the same text a program gets. */
export const errorPage = (status: number, detail: string): Answer =>
  page({
    status,
    title: 'Não foi possível · Simulador',
    body: html`<div class="narrow"><h1>Não foi possível</h1><p class="alert">${detail}</p>
<p><a href="/">Voltar às cobranças</a></p></div>`,
  })
