import type { z } from 'zod'

/**
 * Error: a stored payload does not match its schema. It names the fields but not their values, because logs contain no personal
 * data.
 */
export class PayloadError extends Error {
  override readonly name = 'PayloadError'
}

/**
 * Parses a stored payload.
 *
 * @param of the event or job that the payload belongs to, for the error: 'event charge.settled'
 * @throws PayloadError that names every invalid field
 */
export function parsePayload<S extends z.ZodType>(of: string, schema: S, payload: unknown): z.infer<S> {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue))
  throw new PayloadError(`the payload of ${of} does not parse: ${problems.join('; ')}`)
}

type Issue = z.core.$ZodIssue

/** Returns problems such as 'orderId: Invalid UUID'. For a union, the problems of the closest variant. */
function problemsOf(issue: Issue, above: readonly PropertyKey[] = []): string[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [closest = []] = issue.errors.toSorted((a, b) => a.length - b.length)
    return closest.flatMap((inner) => problemsOf(inner, path))
  }
  return [`${path.map(String).join('.') || '(all of it)'}: ${issue.message}`]
}
