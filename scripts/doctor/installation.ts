import { existsSync, readFileSync } from 'node:fs'
import { isBuilt } from '../lib/build.ts'
import { inRoot, root } from '../lib/root.ts'
import { checkSums } from '../package/sums.ts'
import { type Finding, failed, note, passed } from './finding.ts'

/** Checks whether the program is complete: as packed, or as the repository specifies. */
export function program(folder = root): Finding[] {
  const sums = checkSums(folder)
  if (!sums) return [dependencies(), pages()]
  const [first] = sums.wrong
  return [
    first === undefined
      ? passed(`Programa: o pacote está inteiro (${sums.listed} arquivos).`)
      : failed(
          `Programa: ${sums.wrong.length} arquivo(s) do pacote faltam ou mudaram, como ${first}. Descompacte-o de novo.`,
        ),
  ]
}

/** Checks the version of the Node that runs this. */
export function node(): Finding {
  const { version } = process
  return Number(process.versions.node.split('.')[0]) >= 24
    ? passed(`Node ${version}.`)
    : failed(`Node ${version}: é preciso o 24 ou mais novo; npm start instala um.`)
}

function dependencies(): Finding {
  const installed = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(installed)) return failed('Dependências: não instaladas. Use npm start ou npm ci.')
  const have = packagesOf(installed)
  const want = packagesOf(inRoot('package-lock.json'))
  const tools = hasTools()
  const different = Object.entries(want).filter(([path, entry]) => {
    const isNeeded = path !== '' && !entry.optional && !entry.devOptional && (tools || !entry.dev)
    return isNeeded && have[path]?.version !== entry.version
  })
  return different.length === 0
    ? passed('Dependências: as do package-lock.json.')
    : failed(`Dependências: ${different.length} diferem do package-lock.json. Use npm ci.`)
}

interface Installed {
  version?: string
  optional?: boolean
  dev?: boolean
  devOptional?: boolean
}

function packagesOf(path: string): Record<string, Installed> {
  return (JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Installed> }).packages
}

/** Checks whether the development tools are installed. With `npm start` alone they are not, and none is missing. */
export function hasTools(): boolean {
  return existsSync(inRoot('node_modules', 'vitest'))
}

function pages(): Finding {
  return isBuilt() ? passed('Páginas: construídas.') : note('Páginas: por construir; npm start faz isso.')
}
