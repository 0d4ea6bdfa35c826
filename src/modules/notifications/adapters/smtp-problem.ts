import { codeOf } from '../../../platform/error-code.ts'

/**
 * Signs in at the mail server without sending anything.
 *
 * @returns why it cannot be used, in one sentence for the operator; undefined when it accepts the account
 */
export async function smtpProblem(
  { url, requireTls }: { url: string; requireTls: boolean },
  timeoutMs = 8_000,
): Promise<string | undefined> {
  const { host } = new URL(url)
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    // Without these timeouts, a server that accepts the connection but sends nothing would block for ten minutes.
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return sentenceOf(error, host)
  } finally {
    transport.close()
  }
}

function sentenceOf(error: unknown, host: string): string {
  const code = codeOf(error) ?? 'sem código'
  const { originalCode = '' } = error as { originalCode?: string }
  if (/CERT|VERIFY|SIGNED/.test(originalCode)) {
    return `o certificado de ${host} não serve (${originalCode}). Confira o nome em SMTP_URL, ou troque o certificado do servidor.`
  }
  if (code === 'EAUTH') return `${host} recusa o usuário ou a senha. Confira SMTP_URL.`
  if (code === 'ETLS') return `${host} não oferece conexão cifrada (STARTTLS). Use smtps://, ou outra porta.`
  if (code === 'EDNS') return `o nome ${host} não foi encontrado. Confira SMTP_URL.`
  return `${host} não atende (${code}). Confira SMTP_URL.`
}
