// Entry point of every npm command, on the machine's own Node (20 or newer): installs the dependencies of the lockfile,
// then runs scripts/<command>.ts on the pinned Node. Plain JavaScript without packages. Commands for operators print
// Portuguese, commands for developers English.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whyRefused } from './lib/arguments.mjs'
import { preloaded } from './lib/preloaded.mjs'

const MAJOR = 24
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Operator commands, which print Portuguese and install no development tools except the one that builds the pages. */
const OPERATOR = ['start', 'doctor', 'desk', 'backup', 'restore', 'migrate', 'rekey']
const BUILDS = ['start']
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const windows = process.platform === 'win32'
/**
 * Cache of compiled code, which every process of a command reads and adds to when it ends: a second `npm start` takes a quarter less
 * time. `npm ci` empties it.
 */
const compileCache = join(root, 'node_modules', '.cache', 'recomeco', 'compiled')
process.chdir(root)

const [command = '', ...args] = process.argv.slice(2)
const script = join('scripts', `${command}.ts`)
const forOperator = OPERATOR.includes(command)
/** Returns the text in the language of the command. */
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
await install({ tools: !forOperator || BUILDS.includes(command) })
run(pinnedNode())

/** Runs `npm ci` unless node_modules already matches package-lock.json, with or without the development tools. */
async function install({ tools }) {
  const stamp = join('node_modules', '.install-stamp')
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const whole = `${lock} with tools`
  const stamped = read(stamp)
  if (stamped === whole || (!tools && stamped === lock)) return
  if (!isComplete({ tools })) {
    console.log(say('Instalando as dependências (npm ci)…', 'Installing the dependencies (npm ci)…'))
    const started = Date.now()
    // A registry may temporarily lack a version, hence the retries.
    for (let attempt = 1; ; attempt++) {
      const succeeded = await npmCi({ tools })
      if (succeeded && (attempt === 3 || isComplete({ tools }))) break
      if (attempt === 3) {
        fail(
          say(
            'A instalação das dependências falhou três vezes. O motivo está nas linhas acima; ' +
              'em geral é falta de rede ou um registro de pacotes fora do ar. Tente de novo.',
            'Installing the dependencies failed three times. See the lines above for the reason; ' +
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

/** Runs `npm ci` without install scripts, because no package needs them. */
function npmCi({ tools }) {
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', [...options, tools ? '--include=dev' : '--omit=dev', '--include=optional'], {
    stdio: 'inherit',
    shell: windows,
  })
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    // On SIGTERM npm would clean up for a minute. The next start detects an incomplete installation.
    npm.kill('SIGKILL')
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  return new Promise((resolve) => {
    npm.on('error', (error) => fail(cannotRun('npm', error)))
    npm.on('exit', (code) => {
      if (interrupted) process.exit(130)
      for (const signal of SIGNALS) process.off(signal, interrupt)
      resolve(code === 0)
    })
  })
}

/**
 * Checks whether node_modules contains what the lockfile requires on this machine. npm silently skips optional packages that it
 * cannot fetch, but those for this platform are the tools themselves and must be present.
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

/** Returns the binary of the Node pinned in the lockfile; otherwise the running one, if it is new enough. */
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
      `There is no prebuilt Node ${MAJOR} for this machine (${platform} ${arch}), and the installed one is ` +
        `${versions.node}. Install Node ${MAJOR} or newer and try again.`,
    ),
  )
}

/**
 * Runs the command in its own process group: Ctrl-C reaches every process of the terminal's group and npm forwards it
 * too, but the command must receive it once. The command also stops when this process is killed.
 */
function run(node) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...preloaded, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: !windows,
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      PATH: [dirname(node), process.env.PATH].join(delimiter),
    },
  })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    if (windows) child.disconnect()
    else child.kill('SIGTERM')
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  const parent = process.ppid
  const orphaned = setInterval(() => process.ppid !== parent && stop(), 1000)
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
