/** What npm said with `--json` of a question to the registry. */
export interface RegistryAnswer {
  isWrong: boolean
  /** Whether there was an answer at all: without one nothing is known, good or bad. */
  isChecked: boolean
  words: string
}

/** The fields of npm's answers that are read. */
interface Fields {
  invalid?: unknown
  missing?: unknown
  metadata?: unknown
  vulnerabilities?: unknown
  high?: unknown
  critical?: unknown
  message?: unknown
  error?: unknown
  summary?: unknown
  name?: unknown
  version?: unknown
}

/**
 * The answer of `npm audit signatures --json`: packages whose signature is wrong, or which have none though the registry signs. npm asks the
 * registry for its signatures and the key server of sigstore for keys; without either it checks nothing, and says so.
 */
export function readSignatures(json: string): RegistryAnswer {
  const answer = objectOf(json)
  const { invalid, missing } = answer ?? {}
  if (!Array.isArray(invalid) || !Array.isArray(missing)) return silent(answer)
  if (invalid.length + missing.length === 0)
    return { isWrong: false, isChecked: true, words: 'every package is signed' }
  const words = [...linesOf(invalid, 'invalid'), ...linesOf(missing, 'missing')].join('\n')
  return { isWrong: true, isChecked: true, words }
}

/** The answer of `npm audit --json`: what is known of the packages, by how grave it is. High and critical are wrong. */
export function readVulnerabilities(json: string): RegistryAnswer {
  const answer = objectOf(json)
  const counts = objectIn(objectIn(answer?.metadata)?.vulnerabilities)
  if (!counts) return silent(answer)
  const grave = Number(counts.high ?? 0) + Number(counts.critical ?? 0)
  const names = Object.keys(objectIn(answer?.vulnerabilities) ?? {})
  const words = names.length === 0 ? 'none known' : `${grave} grave of ${names.length}: ${names.join(', ')}`
  return { isWrong: grave > 0, isChecked: true, words }
}

/** A registry or a key server that has no such service, or that nobody reaches. */
function silent(answer: Fields | undefined): RegistryAnswer {
  const why = answer?.message ?? objectIn(answer?.error)?.summary ?? 'no answer in time'
  return { isWrong: false, isChecked: false, words: `NOT CHECKED: nobody answered (${String(why)})` }
}

function linesOf(packages: readonly unknown[], what: string): string[] {
  return packages.map((entry) => {
    const { name, version } = objectIn(entry) ?? {}
    return `${String(name)}@${String(version)}: ${what} signature`
  })
}

function objectOf(json: string): Fields | undefined {
  try {
    return objectIn(JSON.parse(json))
  } catch {
    return undefined
  }
}

function objectIn(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? value : undefined
}
