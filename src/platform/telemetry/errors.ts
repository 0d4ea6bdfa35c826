/**
 * Serializes an error for logs without data: Drizzle puts a query's parameters into its message, PostgreSQL puts the row into
 * `detail` and invalid values into its message, and both can contain CPFs and names.
 */
export function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? { type: 'not an Error' } : String(error)
  const known = error as Error & Record<string, unknown>
  return {
    type: known.name === 'Error' ? known.constructor.name : known.name,
    message: messageOf(known),
    ...picked(known, ['code', 'status', 'severity', 'schema', 'table', 'column', 'constraint', 'routine']),
    stack: framesOf(known.stack),
    ...(known.cause !== undefined && depth < 4 ? { cause: serializeError(known.cause, depth + 1) } : {}),
    ...(known instanceof AggregateError && depth < 4
      ? { errors: known.errors.slice(0, 5).map((inner) => serializeError(inner, depth + 1)) }
      : {}),
  }
}

function messageOf(error: Error & Record<string, unknown>): string {
  const message = error.message.replace(/(?<!\s)\s*params:[\s\S]*$/i, '')
  return isPostgres(error) ? message.replace(/: ".*$/s, ': "[oculto]"') : message
}

function isPostgres({ code, severity }: Record<string, unknown>): boolean {
  return typeof severity === 'string' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
}

function picked(error: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const found = names.filter((name) => ['string', 'number'].includes(typeof error[name]))
  return Object.fromEntries(found.map((name) => [name, error[name]]))
}

/** Returns the stack frames without the message before them. */
function framesOf(stack: string | undefined): string {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return frames.slice(0, 20).join('\n')
}
