import type { RouteTraits } from '../routing/traits.ts'

/**
 * Refuses a form post that another site may have caused. A browser sends `Origin` with every post; where one is
 * missing, `Sec-Fetch-Site` or `Referer` must show that the request began here. React Router alone accepts a post
 * without `Origin`.
 *
 * @param body what the request's route declares of its body: a signed message of another machine has no origin
 * @returns a 403 answer, or undefined when the request may go on.
 */
export function refuseCrossSite(
  request: Request,
  { body }: Pick<RouteTraits, 'body'>,
  publicUrl: string,
): Response | undefined {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return undefined
  if (body === 'signed') return undefined

  const ours = new Set([new URL(request.url).host, new URL(publicUrl).host])
  const origin = request.headers.get('origin')
  if (origin !== null) return ours.has(hostOf(origin)) ? undefined : refusal()

  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' ? undefined : refusal()

  const referer = request.headers.get('referer')
  return referer !== null && ours.has(hostOf(referer)) ? undefined : refusal()
}

function hostOf(text: string): string {
  return URL.canParse(text) ? new URL(text).host : ''
}

function refusal(): Response {
  return new Response('Este formulário não veio do nosso site. Volte à página, atualize e envie de novo.', {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
