/** A part of a signed text, with the clause's plain sentence when it ends with one. */
interface SignedPart {
  text: string
  clause?: { number: number; plain: string }
}

/**
 * Splits a signed text into parts: each ends before the plain sentence of its clause, which follows it. Texts and sentences in
 * order make up the whole text, character by character.
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
