// The first thing `npm start` and `npm test` run, on whatever Node (20 or newer) the machine has: installs what the
// lockfile asks for, then hands over to scripts/<command>.ts on the pinned Node. Plain JavaScript without packages.
// Operators read Portuguese, developers English: the command says which of the two is at the console.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { whyRefused } from './lib/arguments.mjs'

const MAJOR = 24
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/**
 * What an operator runs. It is spoken to in Portuguese, and what it needs is installed without the tools of development: half the
 * packages, half the wait.
 */
const OPERATOR = ['start', 'doctor', 'desk']
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const windows = process.platform === 'win32'
process.chdir(root)

const [command = '', ...args] = process.argv.slice(2)
const script = join('scripts', `${command}.ts`)
const forOperator = OPERATOR.includes(command)
/** The one of two texts that whoever runs the command reads. */
const say = (portuguese, english) => (forOperator ? portuguese : english)
if (!/^[a-z-]+$/.test(command) || !existsSync(script)) {
  const known = readdirSync('scripts').flatMap((name) => (name.endsWith('.ts') ? [name.slice(0, -3)] : []))
  fail(`Unknown command: "${command}". There are: ${known.join(', ')}.`)
}
const refusal = whyRefused(command, args)
if (refusal) fail(refusal)
if (Number(process.versions.node.split('.')[0]) < 20) {
  const { node } = process.versions
  fail(
    say(
      `É preciso o Node 20 ou mais novo; este é o ${node}.`,
      `Node 20 or newer is needed; this is ${node}.`,
    ),
  )
}
await install({ tools: !forOperator })
run(pinnedNode())

/** Runs `npm ci` unless node_modules already is what package-lock.json describes, with or without the tools. */
async function install({ tools }) {
  const stamp = join('node_modules', '.install-stamp')
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const whole = `${lock} with tools`
  const stamped = read(stamp)
  if (stamped === whole || (!tools && stamped === lock)) return
  if (!isComplete({ tools })) {
    console.log(say('Instalando as dependências (npm ci)…', 'Installing the dependencies (npm ci)…'))
    const started = Date.now()
    // A registry may miss a version for a moment, and have it the next.
    for (let attempt = 1; ; attempt++) {
      const succeeded = await npmCi({ tools })
      if (succeeded && (attempt === 3 || isComplete({ tools }))) break
      if (attempt === 3) {
        fail(
          say(
            'A instalação das dependências falhou três vezes. O motivo está nas linhas acima; ' +
              'em geral é falta de rede ou um registro de pacotes fora do ar. Tente de novo.',
            'Installing the dependencies failed three times. The reason stands in the lines above; ' +
              'usually there is no network or the package registry is down. Try again.',
          ),
        )
      }
      const again = attempt + 1
      console.log(
        say(
          `A instalação falhou; tentativa ${again} de 3…`,
          `The installation failed; attempt ${again} of 3…`,
        ),
      )
    }
    const seconds = Math.round((Date.now() - started) / 1000)
    console.log(say(`Dependências instaladas em ${seconds} s.`, `Dependencies installed in ${seconds} s.`))
  }
  if (isComplete({ tools: true })) writeFileSync(stamp, whole)
  else if (isComplete({ tools })) writeFileSync(stamp, lock)
}

/** Nothing here needs install scripts, so none is run. */
function npmCi({ tools }) {
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', [...options, tools ? '--include=dev' : '--omit=dev', '--include=optional'], {
    stdio: 'inherit',
    shell: windows,
  })
  let told = false
  const tell = () => {
    told = true
    // Asked politely, npm tidies up for a minute. What it leaves half done, the next start finds incomplete.
    npm.kill('SIGKILL')
  }
  for (const signal of SIGNALS) process.on(signal, tell)
  return new Promise((resolve) => {
    npm.on('error', (error) => fail(cannotRun('npm', error)))
    npm.on('exit', (code) => {
      if (told) process.exit(130)
      for (const signal of SIGNALS) process.off(signal, tell)
      resolve(code === 0)
    })
  })
}

/**
 * Whether node_modules holds what the lockfile asks for on this machine, whoever installed it. npm passes over an
 * optional package that it could not fetch, yet those for this system are the tools themselves: they must be there.
 */
function isComplete({ tools }) {
  const installed = read(join('node_modules', '.package-lock.json'))
  if (!installed) return false
  const have = JSON.parse(installed).packages
  const want = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  return Object.entries(want).every(([path, entry]) => {
    if (path === '' || (!tools && (entry.dev || entry.devOptional))) return true
    if ((entry.optional || entry.devOptional) && !(entry.os && isForThisMachine(entry))) return true
    return have[path]?.version === entry.version && existsSync(path)
  })
}

function isForThisMachine({ os, cpu, libc }) {
  const glibc =
    process.platform !== 'linux' || Boolean(process.report?.getReport().header.glibcVersionRuntime)
  const allows = (list, value) => !list || [].concat(list).includes(value)
  return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, glibc ? 'glibc' : 'musl')
}

/** The binary of the Node pinned in the lockfile, else the running one if it is new enough. */
function pinnedNode() {
  const system = windows ? 'win' : process.platform
  for (const name of [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`]) {
    const binary = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
    if (existsSync(binary) && spawnSync(binary, ['--version']).status === 0) return realpathSync(binary)
  }
  if (Number(process.versions.node.split('.')[0]) >= MAJOR) return process.execPath
  const { platform, arch, versions } = process
  return fail(
    say(
      `Não há um Node ${MAJOR} pronto para esta máquina (${platform} ${arch}) e o instalado é o ${versions.node}. ` +
        `Instale o Node ${MAJOR} ou mais novo e tente de novo.`,
      `There is no ready Node ${MAJOR} for this machine (${platform} ${arch}), and the installed one is ` +
        `${versions.node}. Install Node ${MAJOR} or newer and try again.`,
    ),
  )
}

/**
 * The command runs in a process group of its own: Ctrl-C reaches every process of the terminal's group, and npm
 * passes it on besides, yet the command must hear of it once. It also stops by itself if this process is killed.
 */
function run(node) {
  const leash = pathToFileURL(join(root, 'scripts', 'lib', 'leash.mjs')).href
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', '--import', leash, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: !windows,
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
  })
  let told = false
  const tell = () => {
    if (told) return
    told = true
    if (windows) child.disconnect()
    else child.kill('SIGTERM')
  }
  for (const signal of SIGNALS) process.on(signal, tell)
  const parent = process.ppid
  const orphaned = setInterval(() => process.ppid !== parent && tell(), 1000)
  if (!process.env.npm_lifecycle_event) clearInterval(orphaned)
  child.on('error', (error) => fail(cannotRun(node, error)))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function cannotRun(program, { message }) {
  return say(`Não foi possível executar ${program}: ${message}`, `${program} could not be run: ${message}`)
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
