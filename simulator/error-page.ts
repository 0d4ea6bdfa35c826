import { html } from './html.ts'
import type { Answer } from './http.ts'
import { page } from './layout.ts'

/** A refusal shown to a person; the detail is the same text a program gets. */
export const errorPage = (status: number, detail: string): Answer =>
  page({
    status,
    title: 'Não foi possível · Simulador',
    body: html`<div class="narrow"><h1>Não foi possível</h1><p class="alert">${detail}</p>
<p><a href="/">Voltar às cobranças</a></p></div>`,
  })
