import type { Faults } from './faults.ts'
import { type Html, html } from './html.ts'

/** Renders the fault switches: submitting the form replaces the whole set. */
export function faultsForm(faults: Faults): Html {
  const { failCreate, wrongAmount, staleReads, hang, slowRefunds } = faults
  return html`<section class="faults card"><h2>Falhas</h2>
<p>${Object.keys(faults).length === 0 ? 'Nenhuma falha ligada.' : html`<strong>Há falhas ligadas.</strong>`}</p>
<form method="post" action="/sim/faults">
${field('duplicate', 'Avisos repetidos', 'cópias a mais', faults.duplicate)}
${toggle('dropWebhooks', 'Não avisar', 'nenhum aviso sai', faults.dropWebhooks)}
${field('delayMs', 'Atrasar avisos', 'milissegundos', faults.delayMs)}
${toggle('reorder', 'Trocar a ordem', 'o aviso novo chega antes', faults.reorder)}
${toggle('wrongAmount', 'Valor errado', 'um centavo a menos', wrongAmount === true)}
${field('wrongReais', 'Valor pago', 'em reais, no lugar do pedido', wrongAmount === true ? undefined : wrongAmount)}
${field('feePercent', 'Tarifa', '% do valor aprovado', faults.feePercent)}
${toggle('forgeSignature', 'Assinatura falsa', 'avisos com assinatura errada', faults.forgeSignature)}
${field('failCreate', 'Falhar ao criar', 'status HTTP: 500, 429…', failCreate?.status)}
${field('failTimes', 'Quantas vezes', 'vazio: sempre', failCreate?.times)}
${field('failRead', 'Falhar ao consultar', 'status HTTP', faults.failRead?.status)}
${field('failRefund', 'Falhar ao devolver', 'status HTTP', faults.failRefund?.status)}
${field('slowRefunds', 'Devolver devagar', 'milissegundos; on: até alguém decidir', slowRefunds === true ? 'on' : slowRefunds)}
${toggle('rejectRefunds', 'Recusar depois', 'a devolução lenta não é feita', faults.rejectRefunds)}
${field('failCancel', 'Falhar ao cancelar', 'status HTTP', faults.failCancel?.status)}
${field('hang', 'Não responder', 'quantas chamadas; on: todas', hang && (hang.times ?? 'on'))}
${field('slowMs', 'Respostas lentas', 'milissegundos', faults.slowMs)}
${field('staleReads', 'Consulta atrasada', 'milissegundos; on: um estado atrás', staleReads === true ? 'on' : staleReads)}
${field('searchLag', 'Busca atrasada', 'milissegundos', faults.searchLag)}
${field('loseProbability', 'Perder avisos', 'probabilidade, de 0 a 1', faults.loseProbability)}
${field('duplicateProbability', 'Repetir avisos', 'probabilidade, de 0 a 1', faults.duplicateProbability)}
${field('failProbability', 'Falhar ao acaso', 'probabilidade, de 0 a 1', faults.failProbability)}
${field('seed', 'Semente do acaso', 'a mesma repete tudo', faults.seed)}
<button class="main wide">Aplicar falhas</button></form>
<form method="post" action="/sim/faults"><button class="wide">Desligar todas</button></form></section>`
}

function toggle(name: string, label: string, hint: string, isOn: boolean | undefined): Html {
  const box = isOn
    ? html`<input type="checkbox" name="${name}" checked>`
    : html`<input type="checkbox" name="${name}">`
  return html`<label><span>${label}<small>${hint}</small></span>${box}</label>`
}

const field = (name: string, label: string, hint: string, value: number | string | null | undefined): Html =>
  html`<label><span>${label}<small>${hint}</small></span><input name="${name}" inputmode="decimal" value="${value ?? ''}"></label>`
