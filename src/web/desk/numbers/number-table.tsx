import { numbersCopy as copy } from '../../copy/desk-numbers.ts'

/** Cells of a table as they are displayed; the first cell of a row is its heading. */
export interface ShownTable {
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Table with the numbers of a chart, and the link to download it as a file. */
export function NumberTable({
  table,
  title,
  file,
}: {
  table: ShownTable
  title: string
  /** The address of the file. */
  file: string
}) {
  return (
    <details className="desk-numbers-table">
      <summary>{copy.table}</summary>
      <div className="desk-table-wrap">
        <table className="desk-table">
          <caption className="desk-sr">{title}</caption>
          <thead>
            <tr>
              {table.head.map((name, index) => (
                <th key={name} scope="col" className={index > 0 ? 'is-number' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name = '', ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={table.head[index + 1]} className="is-number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <a href={file} download aria-label={copy.csvOf(title)}>
          {copy.csv}
        </a>
      </p>
    </details>
  )
}
