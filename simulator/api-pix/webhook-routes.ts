import type { BankContext } from './context.ts'
import type { ApiRequest } from './contract.ts'
import { paged, periodOf } from './paging.ts'
import { Problem } from './problem.ts'
import type { Route, RouteResult } from './route.ts'

/** Returns the routes that manage the callback URL: one URL, for the bank's only key. */
export function webhookRoutes(context: BankContext): readonly Route[] {
  const one = /^\/webhook\/([^/]+)$/
  return [
    ['PUT', one, 'WebhookOperacaoInvalida', setWebhook],
    ['GET', one, 'RequisicaoInvalida', showWebhook],
    ['DELETE', one, 'WebhookOperacaoInvalida', removeWebhook],
    ['GET', /^\/webhook$/, 'WebhookConsultaInvalida', listWebhooks],
  ]

  function setWebhook({ body }: ApiRequest, key = ''): RouteResult {
    if (key !== context.key) throw new Problem(400, 'WebhookOperacaoInvalida')
    const { webhookUrl = '' } = (body ?? {}) as { webhookUrl?: string }
    if (!URL.canParse(webhookUrl)) throw new Problem(400, 'WebhookOperacaoInvalida')
    context.webhook = { url: webhookUrl, createdAt: context.clock.now().toISOString() }
    return { status: 200 }
  }

  function showWebhook(_: ApiRequest, key = ''): RouteResult {
    return { status: 200, body: webhookOf(key) }
  }

  function removeWebhook(_: ApiRequest, key = ''): RouteResult {
    webhookOf(key)
    context.webhook = undefined
    return { status: 204 }
  }

  function listWebhooks({ query }: ApiRequest): RouteResult {
    const period = periodOf(query, 'WebhookConsultaInvalida', { isOptional: true })
    const all = context.webhook ? [webhookOf(context.key)] : []
    const { paginacao, page } = paged(
      all.filter(({ criacao }) => period.has(criacao)),
      query,
    )
    const { inicio, fim } = period
    return { status: 200, body: { parametros: { inicio, fim, paginacao }, webhooks: page } }
  }

  function webhookOf(chave: string) {
    if (chave !== context.key || !context.webhook) throw new Problem(404, 'WebhookNaoEncontrado')
    const { url: webhookUrl, createdAt: criacao } = context.webhook
    // The standard requires the CNPJ; the client of at least one bank requires the key.
    return { webhookUrl, chave, cnpj: '12ABC34501DE35', criacao }
  }
}
