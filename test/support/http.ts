import { afterAll, beforeAll } from 'vitest'
import { type HttpServer, type HttpServerOptions, startHttpServer } from '../../src/platform/http/server.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { createBodyLimit, createSharedPathOf } from '../../src/web/desk/hidden.server.ts'
import { patternAt } from '../../src/web/routing/routing.ts'
import { publicUrl, type Web } from './web.ts'

/** Starts the HTTP server of the product in front of a handler, for the tests of a file. */
function serverFor(options: Pick<HttpServerOptions, 'handler' | 'bodyLimit'> & Partial<HttpServerOptions>): {
  port(): number
} {
  let server: HttpServer | undefined
  beforeAll(async () => {
    server = await startHttpServer({
      host: '127.0.0.1',
      port: 0,
      staticFiles: () => false,
      patternAt,
      ready: async () => true,
      metrics: createMetrics(),
      metricsToken: undefined,
      trustedProxies: 0,
      publicUrl,
      log: createLog({ level: 'silent' }),
      ...options,
    })
  })
  afterAll(() => server?.close({ drainDelayMs: 0, timeoutMs: 100 }))
  return { port: () => server?.port ?? 0 }
}

/** Starts the HTTP server in front of a composed application, as a process of the product does. */
export function serverOf(web: Web, options: Partial<HttpServerOptions> = {}): { port(): number } {
  return serverFor({
    handler: (request, client) => web.handle(request, client),
    bodyLimit: (pathname, headers) => createBodyLimit(web.app)(pathname, headers),
    sharedPages: { pathOf: (request) => createSharedPathOf(web.app)(request), edition: () => '' },
    ...options,
  })
}
