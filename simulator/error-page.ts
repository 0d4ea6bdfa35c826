import { html } from './html.ts'
import { type HttpRequest, type HttpResponse, json, wantsPage } from './http.ts'
import { page } from './layout.ts'

/** Renders a refusal as a page for browsers, as JSON for other clients. */
export function refuse(request: HttpRequest, status: number, message: string): HttpResponse {
  return wantsPage(request) ? errorPage(status, message) : json(status, { message, status })
}

/** Renders a refusal for a person; the detail is the same text as in JSON. */
export const errorPage = (status: number, detail: string): HttpResponse =>
  page({
    status,
    title: 'Não foi possível · Simulador',
    body: html`<div class="narrow"><h1>Não foi possível</h1><p class="alert">${detail}</p>
<p><a href="/">Voltar às cobranças</a></p></div>`,
  })
