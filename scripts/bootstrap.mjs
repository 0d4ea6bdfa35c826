// The first thing `npm start` and `npm test` run, on whatever Node (20 or newer) the machine has: installs what the
// lockfile asks for, then hands over to scripts/<command>.ts on the pinned Node. Plain JavaScript without packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const MAJOR = 24
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const windows = process.platform === 'win32'
process.chdir(root)

const [command = '', ...args] = process.argv.slice(2)
const script = join('scripts', `${command}.ts`)
if (!/^[a-z-]+$/.test(command) || !existsSync(script)) {
  const known = readdirSync('scripts').flatMap((name) => (name.endsWith('.ts') ? [name.slice(0, -3)] : []))
  fail(`Comando desconhecido: "${command}". Existem: ${known.join(', ')}.`)
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`É preciso o Node 20 ou mais novo; este é o ${process.versions.node}.`)
}
install()
run(pinnedNode())

/** Runs `npm ci` unless node_modules already is what package-lock.json describes. */
function install() {
  const stamp = join('node_modules', '.install-stamp')
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (read(stamp) === wanted) return
  if (!installedByHand()) {
    console.log('Instalando as dependências (npm ci)…')
    const started = Date.now()
    if (![1, 2, 3].some(npmCi)) {
      fail(
        'A instalação das dependências falhou três vezes. O motivo está nas linhas acima; ' +
          'em geral é falta de rede ou um registro de pacotes fora do ar. Tente de novo.',
      )
    }
    console.log(`Dependências instaladas em ${Math.round((Date.now() - started) / 1000)} s.`)
  }
  writeFileSync(stamp, wanted)
}

/** Nothing here needs install scripts, so none is run. A registry may miss a version for a moment: hence the retry. */
function npmCi(attempt) {
  if (attempt > 1) console.log(`A instalação falhou; tentativa ${attempt} de 3…`)
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const result = spawnSync('npm', options, { stdio: 'inherit', shell: windows })
  if (result.signal) process.exit(130)
  if (result.error) fail(`Não foi possível executar o npm: ${result.error.message}`)
  return result.status === 0
}

/** Whether an `npm ci` or `npm install` of somebody's own left exactly the versions of the lockfile. */
function installedByHand() {
  const installed = read(join('node_modules', '.package-lock.json'))
  if (!installed) return false
  const have = JSON.parse(installed).packages
  const want = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  return Object.entries(want).every(
    ([path, entry]) =>
      path === '' ||
      have[path]?.version === entry.version ||
      (entry.optional && !have[path] && !existsSync(path)),
  )
}

/** The binary of the Node pinned in the lockfile, else the running one if it is new enough. */
function pinnedNode() {
  const system = windows ? 'win' : process.platform
  for (const name of [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`]) {
    const binary = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
    if (existsSync(binary) && spawnSync(binary, ['--version']).status === 0) return realpathSync(binary)
  }
  if (Number(process.versions.node.split('.')[0]) >= MAJOR) return process.execPath
  return fail(
    `Não há um Node ${MAJOR} pronto para esta máquina (${process.platform} ${process.arch}) e o instalado é o ` +
      `${process.versions.node}. Instale o Node ${MAJOR} ou mais novo e tente de novo.`,
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, tell)
  const parent = process.ppid
  const orphaned = setInterval(() => process.ppid !== parent && tell(), 1000)
  if (!process.env.npm_lifecycle_event) clearInterval(orphaned)
  child.on('error', (error) => fail(`Não foi possível executar ${node}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
