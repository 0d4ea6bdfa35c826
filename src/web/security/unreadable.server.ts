import type { RouteTraits } from '../routing/traits.ts'

/**
 * Refuses requests that no page can process: an unsupported method, a body that is not a form (or a truncated one), or a
 * NUL, which PostgreSQL text cannot hold. Our own forms send none of these, so they must not be logged as our errors.
 *
 * @param body the body type that the request's route declares; only `form` is read here
 * @returns a 405 or 400 response, or undefined when the request may proceed; its body can still be read
 */
export async function refuseUnreadable(
  request: Request,
  { body }: Pick<RouteTraits, 'body'>,
): Promise<Response | undefined> {
  const { method } = request
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return undefined
  if (method !== 'POST') return refusal(405, 'Use GET ou POST.', { Allow: 'GET, HEAD, POST' })
  if (body !== 'form') return undefined
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined)
  if (form && ![...form].flat().some((text) => typeof text === 'string' && text.includes('\0')))
    return undefined
  return refusal(400, 'Não conseguimos ler este formulário. Volte à página, atualize e envie de novo.')
}

function refusal(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}
