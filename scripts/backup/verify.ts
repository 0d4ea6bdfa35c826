import type { App } from '../../src/composition.ts'
import { numberText } from '../../src/core/text.ts'

/** Checks that were made, and problems that were found: one line each, in Portuguese. */
export interface Verification {
  done: string[]
  wrong: string[]
}

/**
 * Verifies the ledger, the evidence of contracts and the audit log of a restored database, and that the files named in its rows
 * exist.
 */
export async function verify(app: App, hasFile: (key: string) => Promise<boolean>): Promise<Verification> {
  const done: string[] = []
  const wrong: string[] = []
  const books = await app.payments.checkBooks()
  if (books.length === 0) done.push('Os livros fecham ao centavo.')
  wrong.push(...books.map((breach) => `Livros: ${breach}`))

  const contracts = await app.contracting.verifyAcceptances()
  if (contracts.breaches.length === 0)
    done.push(`Contratos: ${numberText(contracts.records)}, com a cadeia de provas inteira.`)
  wrong.push(
    ...contracts.breaches.map(
      ({ chain, position, reason }) =>
        `Contratos: cadeia ${chain} quebrada na posição ${position} (${reason}).`,
    ),
  )

  const breach = await app.backoffice.firstAuditBreach()
  if (breach === undefined) done.push('O registro da equipe está inteiro.')
  else wrong.push(`Registro da equipe: quebrado na linha ${breach}.`)

  const keys = await app.fileKeys()
  let missing = 0
  for (const key of keys) if (!(await hasFile(key))) missing += 1
  if (missing === 0) done.push(`Arquivos de que o banco fala: ${numberText(keys.length)}, e nenhum falta.`)
  else wrong.push(`Arquivos de que o banco fala: ${numberText(keys.length)}; faltam: ${numberText(missing)}.`)
  return { done, wrong }
}
