import { readdirSync, readFileSync } from 'node:fs'

const sources = ['src/web/routes', 'src/web/desk', 'src/web/forms'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8')),
)

/** Returns the names that the sources read by a call, so that a new one is attacked too. */
const namesRead = (call: RegExp) => [
  ...new Set(sources.flatMap((source) => [...source.matchAll(call)].map(([, name = '']) => name))),
]

/** The names of a query that a page reads. */
export const queriesRead = namesRead(
  /(?:search|searchParams|searchOf\([^)]*\))\s*\.(?:get|has)\('([\w-]+)'\)/g,
)

/** The names of a form's fields that a page reads by themselves, not by a schema. */
export const fieldsRead = namesRead(
  /(?:form\.(?:get|getAll|has)\(|\b(?:textIn|text|field)\([^,'\n]+, )'([\w-]+)'/g,
)
