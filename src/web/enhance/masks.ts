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

/** Formats the value of `<input data-mask="cpf">`. Reads the mask's name on every input, because a form may change it. */
export function maskField(field: HTMLElement): void {
  if (!(field instanceof HTMLInputElement)) return
  const applyMask = () => {
    const masked = masks[field.dataset.mask ?? '']?.(field.value) ?? field.value
    if (masked === field.value) return
    const position = field.selectionStart ?? field.value.length
    // The money mask adds a prefix ('R$'), so a caret at the end has to stay at the end.
    const atEnd = position === field.value.length
    const caret = atEnd ? masked.length : caretAfter(masked, charactersBefore(field.value, position))
    field.value = masked
    if (document.activeElement === field) field.setSelectionRange(caret, caret)
  }
  field.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) applyMask()
  })
  field.addEventListener('compositionend', applyMask)
  applyMask()
}

/** Counts the letters and digits before a position. */
export function charactersBefore(text: string, position: number): number {
  return text.slice(0, position).replace(/[^\da-z]/gi, '').length
}

/** Returns the position in a masked text that has this many letters and digits before it; a caret at the end stays at the end. */
export function caretAfter(masked: string, characters: number): number {
  if (charactersBefore(masked, masked.length) <= characters) return masked.length
  let position = 0
  for (let count = 0; count < characters && position < masked.length; position++) {
    if (/[\da-z]/i.test(masked[position] ?? '')) count++
  }
  return position
}
