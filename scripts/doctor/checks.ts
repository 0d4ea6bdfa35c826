import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { connect } from 'node:tls'
import {
  addDays,
  formatDate,
  formatInstant,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
} from '../../src/core/calendar.ts'
import { SECOND } from '../../src/core/durations.ts'
import { numberText, sizeText } from '../../src/core/text.ts'
import { openRecordings } from '../../src/modules/contracting/adapters/recordings-folder.ts'
import { readableHirings } from '../../src/modules/contracting/index.server.ts'
import { readableDocumentos } from '../../src/modules/identity/index.server.ts'
import { smtpProblem } from '../../src/modules/notifications/adapters/smtp-problem.ts'
import { whatsappChannel } from '../../src/modules/notifications/adapters/whatsapp.ts'
import { missingTemplates, templateLanguage } from '../../src/modules/notifications/index.server.ts'
import type { Config } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { DatabaseError } from '../../src/platform/database/database-error.ts'
import { migrationsToApply } from '../../src/platform/database/migrate.ts'
import { aheadText } from '../../src/platform/database/migrations.ts'
import { refusalText } from '../../src/platform/database/refusal.ts'
import { refuseUnfinishedRestore } from '../../src/platform/database/unfinished-restore.ts'
import { codeOf } from '../../src/platform/error-code.ts'
import { readSealCertificate } from '../../src/platform/seal/read-seal-certificate.ts'
import { SealError, sealProblem } from '../../src/platform/seal/seal-certificate.ts'
import { keyProblem } from '../../src/platform/storage/canary.ts'
import { createCipher } from '../../src/platform/storage/cipher.ts'
import { freeSpace, fullBelow } from '../../src/platform/storage/free-space.ts'
import { countReadable, readableUntilOf } from '../../src/platform/storage/sealing.ts'
import { storedFiles } from '../backup/make.ts'
import { type Finding, failed, note, passed } from './finding.ts'

/** Writes a file to the file storage, reads it and deletes it. */
export async function storage(config: Config): Promise<Finding> {
  const where = config.s3 ? `o balde ${config.s3.bucket}` : 'a pasta de dados'
  const key = `doctor/${randomBytes(8).toString('hex')}`
  const bytes = randomBytes(64)
  try {
    const store = storedFiles(config)
    await store.put(key, bytes)
    const read = await store.get(key)
    await store.delete(key)
    return read && Buffer.from(read).equals(bytes)
      ? passed(`Arquivos: ${where} grava, lê e apaga.`)
      : failed(`Arquivos: ${where} não devolve o que foi gravado.`)
  } catch (error) {
    return failed(`Arquivos: ${where} recusa (${reasonOf(error)}).`)
  }
}

/** Sends a request to the provider with the token, as the reconciliation does. */
export async function provider({ mercadoPago, demo }: Config): Promise<Finding[]> {
  if (!mercadoPago || demo) return []
  const headers = { authorization: `Bearer ${mercadoPago.accessToken}` }
  const url = `${mercadoPago.baseUrl.replace(/\/+$/, '')}/v1/payments/search?limit=1`
  try {
    const { status } = await fetch(url, { headers, signal: AbortSignal.timeout(10_000), redirect: 'error' })
    if (status === 200) return [passed('Mercado Pago: aceita a credencial.')]
    return [
      status === 401 || status === 403
        ? failed('Mercado Pago: recusa MERCADOPAGO_ACCESS_TOKEN. Copie a de produção do painel do provedor.')
        : failed(`Mercado Pago: responde ${status}.`),
    ]
  } catch (error) {
    return [failed(`Mercado Pago: não responde (${reasonOf(error)}).`)]
  }
}

/** Days ahead for which Node and the database must agree: Brazil announces a daylight saving time months before. */
const agreedDays = 730

/**
 * Compares when Node and the database take each day of the next two years to begin in Brasília: each has time zone data of its own, and
 * Brazil may have a daylight saving time again.
 *
 * @param beginningOf the beginning of a day, by Node's data
 */
export async function timeZone(
  { $client }: Pick<Database, '$client'>,
  now: Date,
  beginningOf = startOfDayInSaoPaulo,
): Promise<Finding> {
  const today = todayInSaoPaulo(now)
  const days = Array.from({ length: agreedDays }, (_, ahead) => addDays(today, ahead))
  const { rows } = await $client.query<{ seconds: number }>(
    `select extract(epoch from day::timestamp at time zone 'America/Sao_Paulo')::float8 as seconds
     from unnest($1::date[]) with ordinality as days (day, at) order by at`,
    [days],
  )
  const wrong = days.find((day, at) => rows[at]?.seconds !== beginningOf(day).getTime() / SECOND)
  return wrong === undefined
    ? passed('Fuso horário: o banco de dados e o Node concordam.')
    : failed(
        `Fuso horário: em ${formatDate(wrong)} o dia não começa à mesma hora para o banco de dados e para o Node. Atualize os dois (no banco, o pacote tzdata).`,
      )
}

/** Signs in at the mail server without sending anything. */
export async function mail({ smtp, demo }: Config, timeoutMs = 8_000): Promise<Finding> {
  if (!smtp) {
    return note(`E-mail: SMTP_URL vazia, as mensagens ficam guardadas${demo ? ' em /dev/mensagens' : ''}.`)
  }
  const problem = await smtpProblem(smtp, timeoutMs)
  const { host } = new URL(smtp.url)
  return problem ? failed(`E-mail: ${problem}`) : passed(`E-mail: ${host} atende e aceita a conta.`)
}

/** Asks Meta which of the shop's templates may be used, and says what is sent in place of the others. */
export async function whatsapp({ whatsapp: configured }: Pick<Config, 'whatsapp'>): Promise<Finding[]> {
  if (!configured) return []
  const { notices } = configured
  if (!notices) {
    return [
      note(
        'WhatsApp: sem WHATSAPP_BUSINESS_ACCOUNT_ID, WHATSAPP_APP_SECRET e WHATSAPP_VERIFY_TOKEN não se sabe o que a Meta aprovou nem o que foi entregue; tudo sai pelo modelo aviso.',
      ),
    ]
  }
  const { businessAccountId } = notices
  const listed = await whatsappChannel({ ...configured, businessAccountId }).listTemplates?.()
  if (!listed?.ok)
    return [failed(`WhatsApp: a Meta não mostra os modelos (${listed?.detail ?? 'sem resposta'}).`)]
  const ours = listed.value.filter(({ language }) => language === templateLanguage)
  const missing = missingTemplates(new Map(ours.map(({ name, status }) => [name, status])))
  if (missing.length === 0) return [passed('WhatsApp: a Meta aprovou todos os modelos.')]
  const instead = missing.includes('aviso')
    ? 'o que é deles, e o que não tem modelo próprio, vai por e-mail quando faz mais de um dia que a pessoa escreveu'
    : 'o que é deles sai pelo modelo aviso'
  return [note(`WhatsApp: falta a aprovação de ${missing.join(', ')}; ${instead}. Veja Mensagens, Modelos.`)]
}

/** Opens the certificate that seals contracts; without it contracts are issued without a seal. */
export function seal({ seal: configured, production }: Pick<Config, 'seal' | 'production'>): Finding {
  if (!configured) {
    return production
      ? note('Selo: SEAL_CERTIFICATE_FILE vazia, os contratos em PDF saem sem selo digital.')
      : passed('Selo: de teste, feito por esta instalação; não prova nada a ninguém.')
  }
  try {
    const certificate = readSealCertificate(configured)
    const problem = sealProblem(certificate, new Date())
    if (problem) return failed(`Selo: ${problem}. Até lá os contratos em PDF saem sem selo.`)
    const days = Math.floor((certificate.notAfter.getTime() - Date.now()) / 86_400_000)
    const line = `Selo: ${certificate.name}, válido por mais ${days} dias.`
    return days < 30 ? note(`${line} Compre outro antes disso.`) : passed(line)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    return failed(`Selo: ${error.message}`)
  }
}

/** Reports the recordings of the contract's plain sentences that are not offered. */
export async function recordings({ clauseAudioDir }: Pick<Config, 'clauseAudioDir'>): Promise<Finding> {
  if (!clauseAudioDir) return passed('Gravações do contrato: nenhuma; a voz do aparelho lê as frases.')
  const { leftOut } = await openRecordings(clauseAudioDir)
  return leftOut.length === 0
    ? passed(`Gravações do contrato: as de ${clauseAudioDir} são oferecidas onde dizem a frase da página.`)
    : note(`Gravações do contrato: ficam de fora ${leftOut.join('; ')}.`)
}

/** Checks the space that may still be written; a full or read-only disk stops uploads and the embedded database. */
export async function disk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  const free = await freeSpace(dataDir)
  const line = `Disco: ${sizeText(free)} livres em ${dataDir}.`
  if (free < fullBelow) return failed(`${line} Libere espaço: é preciso ter ${sizeText(fullBelow)}.`)
  return free < 2 * 1024 ** 3 ? note(`${line} É pouco.`) : passed(line)
}

/** Checks the memory available to this process: that of the machine, or of its container. */
export function memory({ databaseUrl }: Pick<Config, 'databaseUrl'>): Finding {
  const limits = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes']
    .filter((path) => existsSync(path))
    .map((path) => Number(readFileSync(path, 'utf8')))
  const total = Math.min(totalmem(), ...limits.filter((limit) => limit > 0))
  const needed = (databaseUrl ? 300 : 500) * 1024 ** 2
  const line = `Memória: ${sizeText(total)}, ${availableParallelism()} processadores.`
  return total < needed ? failed(`${line} São precisos ${sizeText(needed)}.`) : passed(line)
}

/** Checks the certificate that browsers receive. */
export async function siteCertificate({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return []
  return [
    await new Promise<Finding>((resolve) => {
      const socket = connect({
        host: hostname,
        port: Number(port) || 443,
        servername: hostname,
        timeout: 8_000,
      })
      const end = (finding: Finding) => {
        socket.destroy()
        resolve(finding)
      }
      socket.once('secureConnect', () => {
        const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000)
        const line = `Certificado de ${hostname}: válido por mais ${days} dias.`
        end(days < 14 ? note(`${line} Renove-o.`) : passed(line))
      })
      socket.once('timeout', () => end(failed(`Certificado: ${hostname} não responde.`)))
      socket.once('error', (error) =>
        end(failed(`Certificado de ${hostname}: não serve (${reasonOf(error)}).`)),
      )
    }),
  ]
}

/** Checks whether this program can work on the schema: neither another program's, nor half of a restored one. */
export async function schema(database: Database): Promise<Finding> {
  try {
    await refuseUnfinishedRestore(database)
    const { pending, ahead } = await migrationsToApply(database)
    if (ahead > 0) return note(`Banco de dados: responde; está ${aheadText(ahead)}. Termine a atualização.`)
    if (pending === 0) return passed('Banco de dados: responde e está migrado.')
    return note(
      `Banco de dados: responde; faltam ${pending} migrações, que npm run migrate ou o início aplica.`,
    )
  } catch (error) {
    if (error instanceof DatabaseError) return failed(error.message)
    throw error
  }
}

/** Writes a few megabytes and takes them back: a database whose disk is full, or that is read-only, reads as always. */
export async function writes({ $client }: Database): Promise<Finding[]> {
  const client = await $client.connect()
  try {
    await client.query('begin')
    await client.query("create table doctor_wrote as select repeat('x', 1000) from generate_series(1, 4000)")
    return []
  } catch (error) {
    return [failed(refusalText(error) ?? `Banco de dados: não grava (${codeOf(error) ?? 'sem motivo'}).`)]
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** Checks whether ENCRYPTION_KEY is the one of this database. */
export async function keys(database: Database, config: Config): Promise<Finding[]> {
  const cipher = createCipher(config.encryptionKey, config.otherEncryptionKeys)
  const problem = await keyProblem(database, { cipher, key: config.encryptionKey }).catch(() => 'unknown')
  // An earlier schema has no place for it.
  if (problem === 'unknown') return []
  return [problem ? failed(`Chaves: ${problem}`) : passed('Chaves: a ENCRYPTION_KEY é a deste banco.')]
}

/** Checks whether rows of an earlier release contain an unencrypted CPF, which a job encrypts. */
export async function readableRows(database: Database): Promise<Finding[]> {
  const counts = await countReadable(database, readable).catch(() => undefined)
  // An earlier schema has no place for it.
  if (!counts) return []
  const rows = [...counts.values()].reduce((sum, each) => sum + each, 0)
  if (rows === 0) return [passed('CPF: cifrado em todas as linhas.')]
  const until = await readableUntilOf(database)
  const found =
    rows === 1 ? '1 linha de antes ainda o tem' : `${numberText(rows)} linhas de antes ainda o têm`
  const when = until && until > new Date() ? `cifra a partir de ${formatInstant(until)}` : 'está cifrando'
  return [note(`CPF: ${found} legível; a loja ${when}.`)]
}

const readable = [...readableDocumentos, ...readableHirings]

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  return 'code' in cause ? String(cause.code) : cause.message
}
