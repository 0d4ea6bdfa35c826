import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
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

/** Checks whether a file is a text that is sent compressed. Images and fonts are compressed already. */
export function isTextFile(name: string): boolean {
  return /text|svg|json/.test(types[extname(name)] ?? '')
}

interface StaticFile {
  type: string
  identity: Buffer
  br: Buffer | undefined
  gzip: Buffer | undefined
}

/** Handler that serves a built file. @returns whether the path is one */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

/**
 * Loads a folder of built files and serves them from memory: compressed where the build has written a compressed copy (`.br`, `.gz`)
 * next to a file.
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  )
  const copy = (path: string) => (paths.has(path) ? readFile(path) : undefined)
  const files = new Map<string, StaticFile>()
  await Promise.all(
    [...paths].map(async (path) => {
      const type = types[extname(path)]
      const name = `/${relative(folder, path).split(sep).join('/')}`
      if (!type || name.startsWith('/.vite/')) return
      const [identity, br, gzip] = await Promise.all([readFile(path), copy(`${path}.br`), copy(`${path}.gz`)])
      files.set(name, { type, identity, br, gzip })
    }),
  )

  return (request, response, path) => {
    const file = files.get(path)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const accepted = acceptedEncoding(String(request.headers['accept-encoding'] ?? ''))
    const compressed = accepted && file[accepted]
    const body = compressed ?? file.identity
    response.setHeader('Content-Type', file.type)
    response.setHeader('Content-Length', body.length)
    response.setHeader('Vary', 'Accept-Encoding')
    response.setHeader('X-Content-Type-Options', 'nosniff')
    if (compressed) response.setHeader('Content-Encoding', accepted)
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
