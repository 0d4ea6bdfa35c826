/** The answer of a route that machines post to, to any other method. */
export function methodNotAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
