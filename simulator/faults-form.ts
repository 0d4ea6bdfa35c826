import type { Faults } from './faults.ts'
import { type Html, html } from './html.ts'

/** The switches for faults: sending the form replaces the whole set. */
export function faultsForm(faults: Faults): Html {
  const { failCreate, wrongAmount } = faults
  return html`<section class="faults card"><h2>Falhas</h2>
<p>${Object.keys(faults).length === 0 ? 'Nenhuma falha ligada.' : html`<strong>Há falhas ligadas.</strong>`}</p>
<form method="post" action="/sim/faults">
${number('duplicate', 'Avisos repetidos', 'cópias a mais', faults.duplicate)}
${toggle('dropWebhooks', 'Não avisar', 'nenhum aviso sai', faults.dropWebhooks)}
${number('delayMs', 'Atrasar avisos', 'milissegundos', faults.delayMs)}
${toggle('reorder', 'Trocar a ordem', 'o aviso novo chega antes', faults.reorder)}
${toggle('wrongAmount', 'Valor errado', 'um centavo a menos', wrongAmount === true)}
${number('wrongReais', 'Valor pago', 'em reais, no lugar do pedido', wrongAmount === true ? undefined : wrongAmount)}
${toggle('forgeSignature', 'Assinatura falsa', 'avisos com assinatura errada', faults.forgeSignature)}
${number('failCreate', 'Falhar ao criar', 'status HTTP: 500, 429…', failCreate?.status)}
${number('failTimes', 'Quantas vezes', 'vazio: sempre', failCreate?.times ?? undefined)}
${number('slowMs', 'Respostas lentas', 'milissegundos', faults.slowMs)}
<button class="main wide">Aplicar falhas</button></form>
<form method="post" action="/sim/faults"><button class="wide">Desligar todas</button></form></section>`
}

function toggle(name: string, label: string, hint: string, isOn: boolean | undefined): Html {
  const box = isOn
    ? html`<input type="checkbox" name="${name}" checked>`
    : html`<input type="checkbox" name="${name}">`
  return html`<label><span>${label}<small>${hint}</small></span>${box}</label>`
}

const number = (name: string, label: string, hint: string, value: number | undefined): Html =>
  html`<label><span>${label}<small>${hint}</small></span><input name="${name}" inputmode="decimal" value="${value ?? ''}"></label>`
