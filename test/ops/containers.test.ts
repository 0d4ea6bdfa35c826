import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { inRoot } from '../../scripts/lib/root.ts'
import { memorySettings } from '../../scripts/lib/system.ts'
import { filesBesides } from '../../scripts/package/make.ts'
import { packagedCommands, readProgram } from '../../scripts/package/program.ts'
import { parseConfig } from '../../src/platform/config/config.ts'
import { environment, processRoles } from '../../src/platform/config/environment.ts'

// What can be tested of an image without Docker: the build's own steps run in test/scripts/package.
const read = (path: string) => readFileSync(inRoot(path), 'utf8')
const words: readonly string[] = [...processRoles, ...packagedCommands]
/** Variables of Node, of the C library, and of the proxy. */
const others = [...Object.keys(memorySettings), 'SITE', 'UPSTREAMS']

const instructions = read('Dockerfile')
  .replace(/^\s*#.*$/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line.trim()) ?? []
    return name ? [{ name, rest }] : []
  })
const all = (name: string) => instructions.flatMap((one) => (one.name === name ? [one.rest] : []))

interface Service {
  image?: string
  build?: string
  command?: string[]
  env_file?: string
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
}
const compose = parse(read('ops/docker/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}
const shops = Object.entries(compose.services).filter(([, { image }]) => image === 'recomeco')

test('the image copies existing files, and excludes nothing that its build needs', () => {
  const sources = all('COPY')
    .filter((rest) => !rest.startsWith('--from'))
    .flatMap((rest) => rest.split(' ').slice(0, -1))
  expect(sources).toContain('.')
  expect(sources.filter((source) => !existsSync(inRoot(source)))).toEqual([])
  const ignored = read('.dockerignore').trim().split('\n')
  const needed = [
    ...readProgram().files,
    ...globSync('{src,public,ops,migrations,scripts}/**/*.*', { cwd: inRoot() }),
    'docs/operar.md',
    'vite.config.ts',
    'react-router.config.ts',
    'tsconfig.json',
  ]
  expect(
    needed.filter((path) => ignored.some((one) => path === one || matchesGlob(path, `${one}/**`))),
  ).toEqual([])
  expect(ignored).toEqual(expect.arrayContaining(['node_modules', 'build', 'dist', 'data', '.git']))
})

test('the image is built by commands that are tested elsewhere', () => {
  const [install = '', pack = '', unpack = '', folder = ''] = all('RUN')
  const [, options = ''] = /const options = \[([^\]]+)\]/.exec(read('scripts/bootstrap.mjs')) ?? []
  const asInstalled = options.split(', ').map((option) => option.slice(1, -1))
  expect(install).toBe(`npm ${asInstalled.join(' ')} --include=dev --include=optional`)
  const { scripts, name } = JSON.parse(read('package.json')) as { scripts: object; name: string }
  expect(pack).toBe('npm run package')
  expect(scripts).toHaveProperty('package')
  expect(unpack).toBe(`tar -xzf dist/${name}-*.tar.gz -C /opt && mv /opt/${name}-* /opt/${name}`)
  expect(folder).toContain('chown node:node /var/lib/recomeco')
  expect(all('RUN')).toHaveLength(4)
})

test('the image starts the program on the required Node, not as root', () => {
  const major = /const MAJOR = (\d+)/.exec(read('scripts/package/server.mjs'))?.[1]
  expect(all('FROM').every((image) => image.startsWith(`node:${major}-`))).toBe(true)
  expect([all('ENTRYPOINT'), all('CMD').at(-1), all('USER')]).toEqual([
    ['["node", "server.js"]'],
    '["web"]',
    ['node'],
  ])
  const named = all('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=')[0] ?? ''))
  expect(named.filter((name) => !(name in environment.shape) && !others.includes(name))).toEqual([])
  expect(all('HEALTHCHECK')[0]).toContain('127.0.0.1:9300/healthz')
})

test('the services run existing commands, on existing volumes, folders and services', () => {
  expect(shops.map(([name, { command }]) => [name, command])).toEqual([
    ['web-1', ['web']],
    ['web-2', ['web']],
    ['worker', ['worker']],
  ])
  for (const { build, command, volumes = [], depends_on = [] } of Object.values(compose.services)) {
    if (build) expect(existsSync(resolve(inRoot('ops/docker'), build, 'Dockerfile'))).toBe(true)
    if (build) expect(words).toContain(command?.[0])
    for (const volume of volumes) {
      const [from = ''] = volume.split(':')
      expect(
        from.startsWith('.') ? existsSync(inRoot('ops/docker', from)) : from in compose.volumes,
        volume,
      ).toBe(true)
    }
    const before = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(before.filter((name) => !(name in compose.services))).toEqual([])
  }
  const upstreams = compose.services.proxy?.environment?.UPSTREAMS?.split(' ') ?? []
  expect(upstreams).toEqual(
    shops.flatMap(([name, { command }]) => (command?.[0] === 'web' ? [`${name}:3000`] : [])),
  )
})

test('a new release starts in the order of the manual, the worker first', () => {
  const [, header = ''] =
    /A new release:([^\n]*)/.exec(readFileSync(inRoot('ops/docker/compose.yaml'), 'utf8')) ?? []
  expect(header.match(/\b(?:worker|web-1|web-2)\b/g)).toEqual(['worker', 'web-1', 'web-2'])
})

test('the secrets of a filled-in shop are in no commit, image or package, and not with the proxy', () => {
  const readers = Object.entries(compose.services).filter(([, { env_file }]) => env_file === 'recomeco.env')
  expect(readers.map(([name]) => name)).toEqual(shops.map(([name]) => name))
  expect(read('ops/docker/proxy.env.example').match(/^[A-Z_]+(?==)/gm)).toEqual(['SITE'])
  expect(read('.gitignore').split('\n')).toContain('/ops/docker/*.env')
  expect(read('.dockerignore').split('\n')).toContain('ops/docker/*.env')
  const root = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'ops/docker'), { recursive: true })
  for (const name of ['compose.yaml', 'recomeco.env', 'recomeco.env.example', 'proxy.env'])
    writeFileSync(join(root, 'ops/docker', name), '')
  expect(filesBesides(root).sort()).toEqual(['ops/docker/compose.yaml', 'ops/docker/recomeco.env.example'])
})

test('the filled-in example is a valid production configuration', () => {
  const example = read('ops/docker/recomeco.env.example')
  const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !(name in environment.shape) && !others.includes(name))).toEqual([])
  const filled: Record<string, string> = {
    PUBLIC_URL: 'https://www.loja.com.br',
    SESSION_SECRET: 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611193',
    ENCRYPTION_KEY: '591785b794601e212b260e25925636fd591785b794601e212b260e25925636aa',
    METRICS_TOKEN: '6f8b2c0d94e1a7536f8b2c0d94e1a7fe',
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-7719280344-aa52',
    MERCADOPAGO_WEBHOOK_SECRET: 'c27d1e905ab34f68e2',
    SMTP_URL: `smtps://loja:${'Wq82'}hsT4@smtp.loja.com.br`,
    COMPANY_LEGAL_NAME: 'Loja Verdadeira Ltda',
    COMPANY_CNPJ: '11.222.333/0001-81',
    COMPANY_ADDRESS: 'Rua Verdadeira, 1, Centro, Lages/SC, CEP 88500-000',
    COMPANY_PHONE: '+554933221100',
    COMPANY_EMAIL: 'oi@loja.com.br',
    COMPANY_INSTAGRAM: 'https://www.instagram.com/loja',
    COMPANY_PIX_KEY: 'pix@loja.com.br',
    COMPANY_LAWYER: 'Doutora Loja, OAB/SC 11.111',
    COMPANY_DPO_EMAIL: 'dpo@loja.com.br',
  }
  expect(names.sort()).toEqual(Object.keys(filled).sort())
  const fixed = Object.fromEntries(
    all('ENV').flatMap((rest) =>
      rest.split(' ').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]),
    ),
  )
  for (const [name, { environment: own = {}, command = [] }] of shops) {
    const env = { ...fixed, ...own, ...filled, ROLE: command[0] }
    const config = parseConfig(env, () => {
      throw new Error('secrets are missing')
    })
    expect([config.production, config.databaseUrl, config.drainSeconds], name).toEqual([
      true,
      own.DATABASE_URL,
      5,
    ])
  }
})
