import { checks } from '../../src/web/desk/compliance/checks.ts'

const places = {
  catalogue: '`/painel/catalogo`',
  operation: '`/painel/operacao`',
  team: '`/painel/equipe`',
  configuration: '[configuration](configuration.md)',
}

/** The checks of the compliance screen as a page of the documents. */
export function compliancePage(): string {
  const rows = checks.map(
    ({ title, law, todo, where }) => `| ${title} | ${law} | ${todo} | ${places[where]} |`,
  )
  return [
    '# Compliance',
    '',
    'What `/painel/conformidade` reads of the running shop, printed by `node scripts/compliance-page.ts` from the same table',
    '(`src/web/desk/compliance/checks.ts`), in its words. It does not replace the company’s lawyer.',
    '',
    '| what the law asks | article | what to do | where |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
