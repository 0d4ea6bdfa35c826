import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { portIsFree } from '../lib/ports.ts'
import { inRoot } from '../lib/root.ts'

/** Returns the path of nginx on this machine, if it is installed. */
export function findNginx(given?: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return [given, ...folders.map((folder) => join(folder, 'nginx'))].find((path) => path && existsSync(path))
}

/**
 * Runs nginx with ops/proxy/nginx.conf, on this port without TLS and for these processes.
 *
 * @returns a function that stops it
 */
export async function startNginx({
  nginx,
  port,
  backends,
  folder,
}: {
  nginx: string
  port: number
  backends: readonly number[]
  folder: string
}): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true })
  const site = readFileSync(inRoot('ops/proxy/nginx.conf'), 'utf8')
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/^ *listen \[.*\n/gm, '')
    .replace(/^ *(?:ssl_|access_log ).*\n/gm, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace(/^ *server 127\.0\.0\.1:300\d/gm, (line) =>
      line.replace(/300(\d)$/, (_, digit: string) => String(backends[Number(digit) - 1])),
    )
    // Each request counts as a separate visitor, so that rate limits do not apply.
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_client')
    .replace('Host $host', 'Host $http_host')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(folder, 'nginx.conf'),
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off; worker_processes 1;',
      `pid ${folder}/pid; error_log ${folder}/error.log;`,
      'events { worker_connections 1024; }',
      'http {',
      'access_log off;',
      ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
      site,
      '}',
    ].join('\n'),
  )
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  const child = spawn(nginx, args, { stdio: 'inherit' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (child.exitCode === null && (await portIsFree(port))) await sleep(50)
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
