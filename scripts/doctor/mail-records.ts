import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { Config } from '../../src/platform/config/config.ts'
import { type Finding, failed, note, passed } from './finding.ts'

/** Returns the TXT records of a name, each as the strings in which it is stored. Throws as node:dns does. */
export type ResolveTxt = (name: string) => Promise<string[][]>

/**
 * Checks whether the domain of the sender declares in DNS which servers may send for it (SPF, RFC 7208), which key signs the mail
 * (DKIM, RFC 6376), and how to treat mail that passes neither check (DMARC, RFC 7489). Without these records mail ends up as
 * spam, and anybody can send in the shop's name. Queries only names of that domain.
 */
export async function mailRecords(
  { smtp, demo }: Pick<Config, 'smtp' | 'demo'>,
  resolveTxt: ResolveTxt = ofThisMachine(),
): Promise<Finding[]> {
  if (!smtp || demo) return []
  const domain = domainOf(smtp.from)
  if (domain === undefined) return [failed(`E-mail: ${smtp.from} não tem domínio. Confira MAIL_FROM.`)]
  try {
    return [
      spf(domain, await textsOf(domain, resolveTxt)),
      await dkim(domain, smtp.dkimSelector, resolveTxt),
      dmarc(domain, await dmarcTexts(domain, resolveTxt)),
    ]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return [note(`DNS de ${domain}: não responde daqui (${code}). SPF, DKIM e DMARC ficaram por conferir.`)]
  }
}

function spf(domain: string, texts: readonly string[]): Finding {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record = ''] = records
  if (records.length === 0) {
    return failed(
      `SPF: ${domain} não diz quais servidores enviam por ele. Publique o registro TXT do seu provedor.`,
    )
  }
  if (records.length > 1) {
    return failed(
      `SPF: ${domain} tem ${records.length} registros v=spf1, e assim nenhum vale. Junte-os em um só.`,
    )
  }
  if (/(?:^| )\+?all\b/i.test(record)) {
    return failed(
      `SPF: o registro de ${domain} deixa qualquer servidor enviar por ele. Termine-o em ~all ou -all.`,
    )
  }
  return /(?: [~-]all\b| redirect=)/i.test(record)
    ? passed(`SPF: ${domain} diz quais servidores enviam por ele.`)
    : note(`SPF: o registro de ${domain} não diz o que fazer com os outros servidores. Termine-o em ~all.`)
}

async function dkim(domain: string, selector: string | undefined, resolveTxt: ResolveTxt): Promise<Finding> {
  if (selector === undefined) {
    return note(
      'DKIM: por conferir. Diga em MAIL_DKIM_SELECTOR o seletor que o provedor de e-mail usa para assinar.',
    )
  }
  const name = `${selector}._domainkey.${domain}`
  const [record] = await textsOf(name, resolveTxt)
  if (record === undefined) {
    return failed(
      `DKIM: ${name} não existe. Publique o registro que o provedor mostra, ou corrija o seletor.`,
    )
  }
  const key = tagsOf(record).get('p')?.replace(/\s/g, '')
  if (key === undefined) return failed(`DKIM: ${name} não tem chave (p=). Publique-o de novo, inteiro.`)
  if (key === '') return failed(`DKIM: a chave de ${name} foi revogada. Peça ao provedor a que vale agora.`)
  const bits = tagsOf(record).get('k') === 'ed25519' ? 256 : rsaBits(key)
  if (bits === undefined) {
    return failed(
      `DKIM: a chave de ${name} está cortada ou trocada. Copie o registro inteiro, sem aspas no meio.`,
    )
  }
  return bits === 256 || bits >= 2_048
    ? passed(`DKIM: a chave de ${name} está publicada.`)
    : note(`DKIM: a chave de ${name} tem ${bits} bits. Peça ao provedor uma de 2048.`)
}

function dmarc(domain: string, texts: readonly string[]): Finding {
  const records = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text))
  const [record = ''] = records
  if (records.length === 0) {
    return failed(`DMARC: falta o registro TXT de _dmarc.${domain}. Comece com v=DMARC1; p=none.`)
  }
  if (records.length > 1) {
    return failed(
      `DMARC: _dmarc.${domain} tem ${records.length} registros, e assim nenhum vale. Deixe um só.`,
    )
  }
  const policy = tagsOf(record).get('p')?.toLowerCase()
  if (policy === 'quarantine' || policy === 'reject') {
    return passed(
      `DMARC: o que não é de ${domain} ${policy === 'reject' ? 'é recusado' : 'vai para o spam'}.`,
    )
  }
  return policy === 'none'
    ? note(
        `DMARC: ${domain} só observa (p=none). Quando os relatórios estiverem limpos, passe a p=quarantine.`,
      )
    : failed(`DMARC: o registro de _dmarc.${domain} não diz o que fazer (p=none, quarantine ou reject).`)
}

/**
 * Returns the records of the domain itself, otherwise of the nearest parent domain with a policy, which applies to all its
 * subdomains (RFC 7489, 6.6.3).
 */
async function dmarcTexts(domain: string, resolveTxt: ResolveTxt): Promise<string[]> {
  for (let labels = domain.split('.'); labels.length >= 2; labels = labels.slice(1)) {
    const texts = await textsOf(`_dmarc.${labels.join('.')}`, resolveTxt)
    if (texts.some((text) => /^v=DMARC1/i.test(text))) return texts
  }
  return []
}

/** Returns the records as whole texts, because DNS stores them in strings of 255 bytes; none if the name does not exist. */
async function textsOf(name: string, resolveTxt: ResolveTxt): Promise<string[]> {
  try {
    return (await resolveTxt(name)).map((pieces) => pieces.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && isAbsent.has(String(error.code))) return []
    throw error
  }
}

const isAbsent = new Set(['ENOTFOUND', 'ENODATA'])

/** Parses the tags: ('v=DKIM1; k=rsa; p=AB') → v, k and p. */
function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(';').flatMap((part) => {
      const [, name, value] = /^\s*([a-z]+)\s*=\s*(.*?)\s*$/is.exec(part) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value ?? ''] as const]
    }),
  )
}

function rsaBits(key: string): number | undefined {
  try {
    const read = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return read.asymmetricKeyDetails?.modulusLength
  } catch {
    return undefined
  }
}

/** Returns the domain: ('"Loja" <oi@mail.loja.com.br>') → 'mail.loja.com.br'. */
function domainOf(from: string): string | undefined {
  return /@([a-z0-9.-]+\.[a-z0-9-]+)>?\s*$/i.exec(from)?.[1]?.toLowerCase()
}

function ofThisMachine(): ResolveTxt {
  const resolver = new Resolver({ timeout: 4_000, tries: 2 })
  return (name) => resolver.resolveTxt(name)
}
