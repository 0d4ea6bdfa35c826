import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, isBuilt } from '../../../scripts/lib/build.ts'
import { freePorts } from '../../../scripts/lib/ports.ts'
import { type Cluster, startPostgres, unprivilegedUser } from '../../../scripts/lib/postgres.ts'
import { shellEnvironment } from '../../../scripts/lib/shell-environment.ts'
import {
  answers,
  applicationUrl,
  embeddedDatabaseOptions,
  simulatorUrl,
  startSimulator,
} from '../../../scripts/lib/system.ts'
import { makePackage, type Package } from '../../../scripts/package/make.ts'
import { eventually, orderOverHttp } from '../../support/order-over-http.ts'

// The package as production runs it, unpacked where nothing is writable, by a user other than root.
const isRoot = process.getuid?.() === 0
const user = isRoot ? unprivilegedUser(readFileSync('/etc/passwd', 'utf8')) : undefined

let folder: string
let made: Package
/** Folder where the package is unpacked. */
let home: string
let dataDir: string
let node: string
let cluster: Cluster
let compileCache: string
const children: ChildProcess[] = []

beforeAll(async () => {
  if (!isBuilt()) expect(await build().done).toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'recomeco-package-'))
  made = makePackage(join(folder, 'dist'))
  execFileSync('tar', ['-xzf', made.archive, '-C', folder])
  home = join(folder, made.name)
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  compileCache = join(folder, 'compiled')
  mkdirSync(compileCache)
  for (const open of [dataDir, compileCache]) chmodSync(open, 0o777)
  chmodSync(folder, 0o755)
  // The Node of the lockfile may be in a folder that others cannot enter.
  node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  execFileSync('chmod', ['-R', 'a-w', home])
  cluster = await startPostgres()
}, 240_000)

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await cluster?.stop()
  execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
}, 240_000)

test('has at most 90 MB beside Node, without build or test tools', () => {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const onDisk = files.reduce(
    (sum, { parentPath, name }) => sum + Math.ceil(statSync(join(parentPath, name)).size / 4096) * 4096,
    0,
  )
  expect(files).toHaveLength(made.files)
  expect(onDisk).toBeLessThan(90_000_000)
  const { devDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
  )
  const installed = globSync(['node_modules/*', 'node_modules/@*/*'], { cwd: home })
  const names = installed.map((path) => path.slice('node_modules/'.length))
  expect(names).toContain('pg')
  expect(names.filter((name) => name in devDependencies)).toEqual([])
})

test('its manual names nothing that is not in the package', () => {
  const text = readFileSync(join(home, 'docs/operar.md'), 'utf8')
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter((target) => !exists(join(dirname(join(home, 'docs/operar.md')), target)))).toEqual([])
  const { scripts } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { scripts: object }
  const commands = new Set([...text.matchAll(/npm run (\w+)/g)].map(([, name = '']) => name))
  expect(commands.has('migrate')).toBe(true)
  // The manual says that commands available only in a copy of the repository are run there.
  const sentences = text.replaceAll(/\s+/g, ' ').split('. ')
  const elsewhere = sentences.filter((sentence) => /\bno repositório\b/i.test(sentence)).join()
  expect(
    [...commands].filter((name) => !(name in scripts) && !elsewhere.includes(`npm run ${name}`)),
  ).toEqual([])
})

test('without variables it is production, and lists what is missing', async () => {
  const { code, output } = await ended(run([], {}))
  expect(code).toBe(1)
  expect(output).toContain('Configuração incompleta ou errada:')
  expect(output).toContain('DATABASE_URL: obrigatória em produção')
})

test('migrates, serves, works, sells, backs up, checks the back-up and diagnoses itself', {
  timeout: 400_000,
}, async () => {
  const port = await freePorts(3)
  const [url, simulator] = [applicationUrl(port), simulatorUrl(port)]
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: cluster.url,
    PORT: String(port),
    STATUS_PORT: '',
    DATA_DIR: dataDir,
    BACKUP_DIR: join(dataDir, 'backups'),
    LOG_LEVEL: 'warn',
    RECONCILE_SECONDS: '5',
  }
  expect(await ended(run(['migrate'], env))).toMatchObject({
    code: 0,
    output: expect.stringMatching(/migrações aplicadas em/),
  })
  const provider = startSimulator({
    port,
    dataDir: join(folder, 'simulator'),
    env: { ...shellEnvironment(), SIM_QUIET: '1' },
  })
  const web = run(['web'], env)
  const worker = run(['worker'], { ...env, STATUS_PORT: String(port + 2) })
  expect(await answers(`${url}/readyz`, asChild(web), 180_000)).toBe(true)
  expect(await answers(`${applicationUrl(port + 2)}/readyz`, asChild(worker), 180_000)).toBe(true)

  const acknowledged = await orderOverHttp(url, simulator)
  expect(acknowledged.map(({ kind }) => kind)).toEqual(['order', 'charge', 'approval'])
  const settled = await eventually(
    () => rows('select id from charges where settled_at is not null'),
    (found) => found.length > 0,
  )
  expect(settled).toHaveLength(1)
  const receipts = await eventually(
    () => rows('select id from receipts'),
    (found) => found.length > 0,
  )
  expect(receipts).toHaveLength(1)

  expect(await ended(run(['backup'], env))).toMatchObject({ code: 0 })
  const checked = await ended(run(['restore', '--check'], env))
  expect(checked.code, checked.output).toBe(0)
  const doctor = await ended(run(['doctor'], env))
  expect(doctor.output).toMatch(/✓ Programa: o pacote está inteiro \(\d+ arquivos\)\./)
  expect(doctor.output).toContain('✓ Banco de dados: responde e está migrado.')

  for (const child of [web, worker]) {
    child.kill('SIGTERM')
    expect((await ended(child)).code).toBe(0)
  }
  await provider.stop(1_000)
})

function run(args: readonly string[], env: Record<string, string>): ChildProcess {
  // A back-up is checked on the embedded database.
  const child = spawn(node, [...embeddedDatabaseOptions, join(home, 'server.js'), ...args], {
    cwd: folder,
    // The home of another user is not accessible to this one.
    env: { PATH: process.env.PATH, HOME: folder, TZ: 'UTC', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  children.push(child)
  outputs.set(child, '')
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => outputs.set(child, `${outputs.get(child)}${chunk}`))
  }
  exits.set(child, new Promise((resolve) => child.once('close', resolve)))
  return child
}

const outputs = new Map<ChildProcess, string>()
const exits = new Map<ChildProcess, Promise<number | null>>()

async function ended(child: ChildProcess): Promise<{ code: number | null | undefined; output: string }> {
  const code = await exits.get(child)
  return { code, output: (outputs.get(child) ?? '').trim() }
}

function asChild(child: ChildProcess) {
  return {
    name: 'server',
    pid: child.pid ?? 0,
    exited: Promise.resolve(0),
    isGone: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {},
  }
}

async function rows(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
