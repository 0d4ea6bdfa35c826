/** The digits of a text, in order. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * Lays characters out over a pattern, where `0` stands for one of them: ('52998', '000.000') → '529.98'.
 * A separator appears only once something follows it, so that erasing never gets stuck on it.
 */
export function layOut(characters: string, pattern: string): string {
  let text = ''
  let used = 0
  for (const mark of pattern) {
    if (used === characters.length) break
    text += mark === '0' ? characters.charAt(used++) : mark
  }
  return text
}

/** 'São João' → 'Sao Joao': accents folded away, whatever is not printable ASCII dropped. */
export function foldToAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** (1, 'dia', 'dias') → '1 dia'; (7, 'dia', 'dias') → '7 dias'. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

export function daysText(days: number): string {
  return counted(days, 'dia', 'dias')
}

export function hoursText(hours: number): string {
  return counted(hours, 'hora', 'horas')
}

export function minutesText(minutes: number): string {
  return counted(minutes, 'minuto', 'minutos')
}

const words = 'zero um dois três quatro cinco seis sete oito nove dez onze doze'.split(' ')

/** 4 → 'quatro', as a sentence counts things that are masculine or above two; above twelve in figures. */
export function countInWords(count: number): string {
  return words[count] ?? String(count)
}

/** 'quatro etapas' → 'Quatro etapas'. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
