/** Result of an npm query to the registry, from its `--json` output. */
export interface RegistryAnswer {
  isWrong: boolean
  /** Whether there was a response at all; without one nothing is known, good or bad. */
  isChecked: boolean
  words: string
}

/** Fields of npm's output that are read. */
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
 * Reads the output of `npm audit signatures --json`: packages with an invalid signature, or without one although the registry
 * signs. npm queries the registry for its signatures and the key server of sigstore for keys; if one of them is missing, it
 * checks nothing and reports that.
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

/**
 * Reads the output of `npm audit --json`: known vulnerabilities of the packages, by severity. High and critical ones are
 * problems.
 */
export function readVulnerabilities(json: string): RegistryAnswer {
  const answer = objectOf(json)
  const counts = objectIn(objectIn(answer?.metadata)?.vulnerabilities)
  if (!counts) return silent(answer)
  const grave = Number(counts.high ?? 0) + Number(counts.critical ?? 0)
  const names = Object.keys(objectIn(answer?.vulnerabilities) ?? {})
  const words = names.length === 0 ? 'none known' : `${grave} grave of ${names.length}: ${names.join(', ')}`
  return { isWrong: grave > 0, isChecked: true, words }
}

/** Returns the result for a registry or a key server that has no such service or cannot be reached. */
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
