/** A part of a signed text; with the plain sentence of a clause where it ends with one. */
interface SignedPart {
  text: string
  clause?: { number: number; plain: string }
}

/**
 * A signed text in parts: each ends before the plain sentence of its clause, which follows it. Texts and sentences in their order
 * are the whole text, letter by letter.
 */
export function signedParts(signed: string): SignedPart[] {
  const parts: SignedPart[] = []
  let number = 0
  let text = ''
  for (const line of signed.split(/(?<=\n)/)) {
    const heading = /^CLÁUSULA (\d+)\. /.exec(line)
    if (heading) number = Number(heading[1])
    const [, label = '', plain = '', end = ''] = /^(Em palavras simples: )(.*)(\n?)$/.exec(line) ?? []
    if (number > 0 && plain !== '') {
      parts.push({ text: text + label, clause: { number, plain } })
      text = end
    } else text += line
  }
  return [...parts, { text }]
}
