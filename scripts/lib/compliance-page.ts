import { checks } from '../../src/web/desk/compliance/checks.ts'
import { duties } from '../../src/web/desk/compliance/duties.ts'

const places = {
  catalogue: '`/painel/catalogo`',
  operation: '`/painel/operacao`',
  team: '`/painel/equipe`',
  configuration: '[configuration](configuration.md)',
}

/** Returns the legal duties of the compliance screen as a page of the documentation. */
export function compliancePage(): string {
  const asked = duties.map(({ law, asks, met, places, tests }) => {
    const seen = places.map((place) => `\`${place}\``).join(', ')
    const shown = tests.map(({ file, title }) => `\`${file}\`: “${title}”`).join('<br>')
    return `| ${law} | ${asks} | ${met} | ${seen} | ${shown} |`
  })
  const rows = checks.map(
    ({ title, law, todo, where }) => `| ${title} | ${law} | ${todo} | ${places[where]} |`,
  )
  return [
    '# Conformidade',
    '',
    'O que `/painel/conformidade` mostra, escrito por `node scripts/compliance-page.ts` a partir das mesmas duas tabelas',
    '(`duties.ts` e `checks.ts` em `src/web/desk/compliance`). Não substitui a leitura de quem advoga para a empresa.',
    '',
    '## O que a lei pede, e onde está',
    '',
    'Cada teste citado roda em `npm test`, cujo último passo falha se um deles não existe, não rodou ou não passou.',
    '',
    '| lei | o que pede | onde a loja cumpre | página | o teste que mostra |',
    '|---|---|---|---|---|',
    ...asked,
    '',
    '## O que depende de quem tem a loja',
    '',
    '| o que é conferido, na loja como ela está | lei | o que fazer | onde |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
