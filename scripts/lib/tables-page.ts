import { keptData } from '../../src/core/kept-data.ts'
import { personalColumns } from '../../src/modules/privacy/domain/columns.ts'
import { tableLives } from '../../src/platform/database/table-lives.ts'

/** Returns the list of growing tables as a page of the documentation. */
export function tablesPage(): string {
  const rows = Object.entries(tableLives).map(([name, { grows, end }]) =>
    `| `.concat(`\`${name}\` | ${grows} | ${endOf(end)} | ${personalIn(name)} |`),
  )
  return [
    '# What grows',
    '',
    'Each table: what a row of it is written for, and what ends it. Printed by `node scripts/tables-page.ts` from',
    '`src/platform/database/table-lives.ts`, which `test/platform/database/table-lives.test.ts` holds against the database and the jobs.',
    '',
    '| table | grows with | its rows end | what is personal in them |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Beside the tables: pg-boss deletes finished jobs after seven days, and keeps dead letters until a person decides; files leave with the rows that name them;',
    'the journal of sent messages is emptied by `messages.purge-journal`; back-ups are as many as `npm run backup -- --keep` says; logs go to the standard output, and',
    'their end is that of the journal of the machine.',
    '',
  ].join('\n')
}

function endOf(end: (typeof tableLives)[string]['end']): string {
  if ('bounded' in end) return `bounded: ${end.bounded}`
  if ('with' in end) return `with its row of \`${end.with}\``
  if ('job' in end) return `\`${end.job}\`, after ${end.after}`
  return `kept: ${end.kept}`
}

/** Returns the kind of personal data that a table contains, and what deletes it. */
function personalIn(table: string): string {
  const kind = personalColumns[table]?.kind
  if (!kind) return ''
  const { jobs, onErasure } = keptData[kind]
  const ends = [...jobs.map((job) => `\`${job}\``), ...(onErasure === 'deleted' ? ['who asks'] : [])]
  return `${kind}: ${ends.join(', ') || 'kept'}`
}
