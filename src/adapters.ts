/** The adapters to the outside systems that the configuration names. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Clock } from './core/clock.ts'
import { keptChannel } from './modules/notifications/adapters/kept.ts'
import { smtpChannel } from './modules/notifications/adapters/smtp.ts'
import { smtpProblem } from './modules/notifications/adapters/smtp-problem.ts'
import { whatsappChannel } from './modules/notifications/adapters/whatsapp.ts'
import { readWhatsappNotice } from './modules/notifications/adapters/whatsapp-notice.ts'
import {
  type ChannelName,
  type Channels,
  deliveryRefusals,
  type MailRenderer,
  type MessageChannel,
} from './modules/notifications/index.server.ts'
import type { Certificate } from './modules/operations/index.server.ts'
import { type ApiPix, createApiPix } from './modules/payments/adapters/api-pix/api-pix.ts'
import { createMercadoPago } from './modules/payments/adapters/mercado-pago/mercado-pago.ts'
import type { Providers } from './modules/payments/index.server.ts'
import type { Config } from './platform/config/config.ts'
import type { ShopSeal } from './platform/seal/open-seal.ts'
import { countCalls } from './platform/telemetry/count-calls.ts'
import type { Metrics } from './platform/telemetry/metrics.ts'
import type { Links } from './web/paths.ts'

/** The provider for new charges and every configured one: a charge is settled where it was created. */
export function paymentProvidersFor(
  { paymentProvider, mercadoPago, apiPix: bank }: Config,
  links: Links,
  clock: Clock,
  metrics: Metrics | undefined,
): Providers & { apiPix: ApiPix | undefined } {
  const apiPix = bank && createApiPix({ ...bank, tls: readPems(bank.files), links, clock })
  const all = [mercadoPago && createMercadoPago({ ...mercadoPago, links, clock }), apiPix]
    .filter((provider) => provider !== undefined)
    .map((provider) =>
      metrics
        ? countCalls(provider, (call, result) =>
            metrics.providerCalls.inc({ provider: provider.name, call, result }),
          )
        : provider,
    )
  const current = all.find(({ name }) => name === paymentProvider)
  if (!current) throw new Error(`${paymentProvider} is not configured`)
  return { current, all, apiPix }
}

function readPems({ cert, key, ca }: { cert: string; key: string; ca: string | undefined }) {
  const read = (path: string) => readFileSync(path, 'utf8')
  return { cert: read(cert), key: read(key), ca: ca && read(ca) }
}

/** The certificates in use that have to be renewed by hand: a new file is read at the next start. */
export function certificatesOf({ apiPix }: Config, { configured }: ShopSeal): Certificate[] {
  return [
    ...(apiPix
      ? [
          {
            name: 'o certificado do API Pix',
            expiresAt: new X509Certificate(readFileSync(apiPix.files.cert)).validToDate,
            todo: 'Peça outro ao banco e troque o arquivo antes disso: sem ele nenhuma cobrança sai e nenhum pagamento é lido.',
            without: 'Nenhuma cobrança nova sai, e nenhum pagamento é lido, até que haja outro.',
          },
        ]
      : []),
    ...(configured
      ? [
          {
            name: 'o certificado que sela os contratos',
            expiresAt: configured.notAfter,
            todo: 'Compre outro de uma autoridade da ICP-Brasil e troque o arquivo antes disso: sem ele os contratos em PDF saem sem selo.',
            without:
              'Os contratos em PDF saem sem selo até que haja outro. Os que já foram selados continuam valendo.',
          },
        ]
      : []),
  ]
}

/** Why the configured mail server cannot be used, in one sentence for the operator; undefined when it can, or there is none. */
export async function mailProblem({ smtp }: Config): Promise<string | undefined> {
  return smtp && smtpProblem(smtp)
}

/** Meta's notices, where they are configured. */
export function noticesFor({ whatsapp }: Config) {
  if (!whatsapp?.notices) return undefined
  const { phoneNumberId, notices } = whatsapp
  const { appSecret, verifyToken } = notices
  return {
    verifyToken,
    read: (signed: { body: Uint8Array; signature: string }) =>
      readWhatsappNotice({ ...signed, appSecret, phoneNumberId }),
  }
}

/** The mail of a process without the built pages, which render it. */
export function noMail(_house: { sender: () => Config['company']; publicUrl: string }): MailRenderer {
  return () => {
    throw new Error('a process without the built pages renders no mail')
  }
}

/** The channels that send messages; one that is not configured stores them instead. */
export function channelsFor(
  { smtp, whatsapp, company }: Config,
  mail: Pick<Parameters<typeof smtpChannel>[0], 'render' | 'preferencesOf'>,
  metrics: Metrics | undefined,
): Channels {
  const domain = company.email.split('@')[1] ?? 'localhost'
  const counted = (name: ChannelName, channel: MessageChannel) =>
    metrics ? countDeliveries(name, channel, metrics) : channel
  return {
    email: smtp ? counted('email', smtpChannel({ ...smtp, domain, ...mail })) : keptChannel(),
    whatsapp: whatsapp
      ? counted(
          'whatsapp',
          whatsappChannel({
            ...whatsapp,
            businessAccountId: whatsapp.notices?.businessAccountId,
            hasNotices: whatsapp.notices !== undefined,
          }),
        )
      : keptChannel(),
  }
}

/** Counts each message that a channel is handed. Every result is there from the start: Prometheus sees no increase in a new one. */
function countDeliveries(
  name: ChannelName,
  channel: MessageChannel,
  { channelCalls }: Metrics,
): MessageChannel {
  for (const result of ['ok', 'error', ...deliveryRefusals]) channelCalls.inc({ channel: name, result }, 0)
  return countCalls(channel, (call, result) => {
    if (call === 'deliver') channelCalls.inc({ channel: name, result })
  })
}
