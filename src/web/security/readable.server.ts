import type { RouteTraits } from '../routing/traits.ts'

/**
 * Refuses what no page can read, before one tries: a method that pages do not have, a body that is no form (or one that
 * breaks off), a NUL, which no text of the database holds. None of these comes from our forms, and none is a fault of
 * ours.
 *
 * @param body what the request's route declares of its body: only a form is read here
 * @returns a 405 or 400 answer, or undefined when the request may go on; its body is still there to be read
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
