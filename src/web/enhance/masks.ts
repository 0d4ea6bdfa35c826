import { maskCep } from '../../core/cep.ts'
import { maskCnpj } from '../../core/cnpj.ts'
import { maskCpf } from '../../core/cpf.ts'
import { maskDocument } from '../../core/documento.ts'
import { maskPhone } from '../../core/phone.ts'
import { maskMoney } from './mask-money.ts'

const masks: Record<string, (text: string) => string> = {
  cpf: maskCpf,
  cnpj: maskCnpj,
  documento: maskDocument,
  phone: maskPhone,
  cep: maskCep,
  money: maskMoney,
}

/** Lays out what is typed in `<input data-mask="cpf">`. The mask's name is read at every key: a form may change it. */
export function maskField(field: HTMLElement): void {
  if (!(field instanceof HTMLInputElement)) return
  const layOut = () => {
    const masked = masks[field.dataset.mask ?? '']?.(field.value) ?? field.value
    if (masked === field.value) return
    const place = field.selectionStart ?? field.value.length
    // Money begins with letters of its own: what is typed at the end goes on at the end.
    const atEnd = place === field.value.length
    const caret = atEnd ? masked.length : caretAfter(masked, charactersBefore(field.value, place))
    field.value = masked
    if (document.activeElement === field) field.setSelectionRange(caret, caret)
  }
  field.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) layOut()
  })
  field.addEventListener('compositionend', layOut)
  layOut()
}

/** How many letters and digits stand before a place in a text. */
export function charactersBefore(text: string, place: number): number {
  return text.slice(0, place).replace(/[^\da-z]/gi, '').length
}

/** The place in a masked text that has that many letters and digits before it; the end keeps being the end. */
export function caretAfter(masked: string, characters: number): number {
  if (charactersBefore(masked, masked.length) <= characters) return masked.length
  let place = 0
  for (let seen = 0; seen < characters && place < masked.length; place++) {
    if (/[\da-z]/i.test(masked[place] ?? '')) seen++
  }
  return place
}
