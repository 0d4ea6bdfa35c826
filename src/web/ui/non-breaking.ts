/** Keeps 'R$ 99,90' and '20 × R$ 99,90' on one line inside a sentence. */
export function nonBreaking(text: string): string {
  return text.replaceAll('R$ ', 'R$\u00a0').replaceAll(' × ', '\u00a0×\u00a0')
}
