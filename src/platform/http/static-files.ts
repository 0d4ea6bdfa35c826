import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { workerPolicy } from '../../core/security-headers.ts'
import { acceptedEncoding } from './encoding.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

interface StaticFile {
  type: string
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** Handler that serves a built file. @returns whether the path is one */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

/** Loads a folder of built files, compresses each one once at the maximum level, and serves them from memory. */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, StaticFile>()
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const type = types[extname(entry.name)]
      const name = `/${relative(folder, path).split(sep).join('/')}`
      if (!entry.isFile() || !type || name.startsWith('/.vite/')) return
      files.set(name, await prepare(await readFile(path), type))
    }),
  )

  return (request, response, path) => {
    const file = files.get(path)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    // Images and fonts are already compressed.
    const encoding = file.br && acceptedEncoding(String(request.headers['accept-encoding'] ?? ''))
    const body = (encoding && file[encoding]) ?? file.identity
    response.setHeader('Content-Type', file.type)
    response.setHeader('Content-Length', body.length)
    response.setHeader('Vary', 'Accept-Encoding')
    response.setHeader('X-Content-Type-Options', 'nosniff')
    if (encoding) response.setHeader('Content-Encoding', encoding)
    response.setHeader(
      'Cache-Control',
      path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    )
    // The service worker controls every page, and requests the pages itself.
    if (/^\/assets\/worker-[\w-]+\.js$/.test(path)) {
      response.setHeader('Service-Worker-Allowed', '/')
      response.setHeader('Content-Security-Policy', workerPolicy)
    }
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}

async function prepare(identity: Buffer, type: string): Promise<StaticFile> {
  if (!/text|svg|json/.test(type)) return { type, identity }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(identity, { level: 9 }),
  ])
  return { type, identity, br, gzip: gz }
}
