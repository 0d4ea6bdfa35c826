/** Codes of system errors that are a connection, not a file. */
const lostConnection = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET)/
const connecting = ['connect', 'getaddrinfo']

/** The code of a system error about a file or its disk ('ENOSPC'), also when it is the cause of another; undefined for any other. */
export function fileCodeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 4) return undefined
  const code = codeOf(error)
  if (code === undefined || !('syscall' in error)) return fileCodeOf(error.cause, depth + 1)
  return lostConnection.test(code) || connecting.includes(String(error.syscall)) ? undefined : code
}

/** The code of a system error ('ENOENT') or of a database's error ('40001'); undefined for an error without one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
