import { namesCpf } from '../../../core/cpf.ts'
import { withoutAccents } from '../../../core/folding.ts'

/** Particles between the names of a person. */
const particles: ReadonlySet<string> = new Set(['da', 'das', 'de', 'del', 'do', 'dos', 'e'])

/**
 * Whether a text names a person: by a CPF, by their e-mail, or by two of their names in a row. A single name may be an ordinary word or
 * the name of a bank: Vitória, Santos.
 */
export function namesPerson(text: string, { nome, email }: { nome: string; email: string }): boolean {
  if (namesCpf(text) || text.toLowerCase().includes(email)) return true
  const names = new Set(namesOf(nome))
  const written = namesOf(text)
  return written.some((word, at) => {
    const next = written[at + 1]
    return names.has(word) && next !== undefined && next !== word && names.has(next)
  })
}

/** The words of a text except the particles, in lower case, without accents. */
function namesOf(text: string): string[] {
  return (withoutAccents(text).match(/[\p{L}\d]+/gu) ?? []).filter((word) => !particles.has(word))
}
