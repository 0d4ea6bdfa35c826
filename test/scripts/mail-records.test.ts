import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailRecords } from '../../scripts/doctor/mail-records.ts'

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')
const strong = keyOf(2_048)
/** Splits a text as DNS stores one longer than 255 bytes. */
const inPieces = (text: string) => text.match(/.{1,255}/g) ?? []

const right = {
  'loja.com.br': ['google-site-verification=x', 'v=spf1 include:spf.correio.exemplo ~all'],
  'a1._domainkey.loja.com.br': [`v=DKIM1; k=rsa; p=${strong}`],
  '_dmarc.loja.com.br': ['v=DMARC1; p=quarantine; rua=mailto:dmarc@loja.com.br'],
}

async function findings(
  records: Record<string, readonly string[]>,
  { from = '"Loja" <oi@loja.com.br>', selector = 'a1' as string | null, demo = false } = {},
) {
  const asked: string[] = []
  const smtp = { url: 'smtp://x', requireTls: true, from, dkimSelector: selector ?? undefined }
  const found = await mailRecords({ smtp, demo }, async (name) => {
    asked.push(name)
    const texts = records[name]
    if (texts === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return texts.map(inPieces)
  })
  return { asked, found, lines: found.map(({ is, line }) => `${is} ${line}`) }
}

test('three correct records, of the sender’s domain and of no other', async () => {
  const { asked, lines } = await findings(right)
  expect(lines).toEqual([
    'passed SPF: loja.com.br diz quais servidores enviam por ele.',
    'passed DKIM: a chave de a1._domainkey.loja.com.br está publicada.',
    'passed DMARC: o que não é de loja.com.br vai para o spam.',
  ])
  expect(asked).toEqual(Object.keys(right))
})

test.each([
  ['failed SPF: loja.com.br não diz quais servidores', { 'loja.com.br': ['x'] }],
  ['failed SPF: loja.com.br tem 2 registros', { 'loja.com.br': ['v=spf1 ~all', 'v=spf1 -all'] }],
  ['failed SPF: o registro de loja.com.br deixa qualquer', { 'loja.com.br': ['v=spf1 mx +all'] }],
  ['failed SPF: o registro de loja.com.br deixa qualquer', { 'loja.com.br': ['v=spf1 mx all'] }],
  ['note SPF: o registro de loja.com.br não diz o que fazer', { 'loja.com.br': ['v=spf1 mx'] }],
  ['note SPF: o registro de loja.com.br não diz o que fazer', { 'loja.com.br': ['v=spf1 mx ?all'] }],
  ['passed SPF', { 'loja.com.br': ['v=spf1 redirect=_spf.loja.com.br'] }],
  ['failed DKIM: a1._domainkey.loja.com.br não existe', { 'a1._domainkey.loja.com.br': [] }],
  ['failed DKIM: a1._domainkey.loja.com.br não tem chave', { 'a1._domainkey.loja.com.br': ['v=DKIM1'] }],
  [
    'failed DKIM: a chave de a1._domainkey.loja.com.br foi rev',
    { 'a1._domainkey.loja.com.br': ['v=DKIM1; p='] },
  ],
  [
    'failed DKIM: a chave de a1._domainkey.loja.com.br está cortada',
    { 'a1._domainkey.loja.com.br': [`p=${strong.slice(0, 200)}`] },
  ],
  [
    'note DKIM: a chave de a1._domainkey.loja.com.br tem 1024',
    { 'a1._domainkey.loja.com.br': [`p=${keyOf(1_024)}`] },
  ],
  [
    'passed DKIM',
    { 'a1._domainkey.loja.com.br': ['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='] },
  ],
  ['failed DMARC: falta o registro', { '_dmarc.loja.com.br': [] }],
  [
    'failed DMARC: _dmarc.loja.com.br tem 2',
    { '_dmarc.loja.com.br': ['v=DMARC1; p=none', 'v=DMARC1; p=none'] },
  ],
  ['note DMARC: loja.com.br só observa', { '_dmarc.loja.com.br': ['v=DMARC1; p=none'] }],
  ['failed DMARC: o registro de _dmarc.loja.com.br não diz', { '_dmarc.loja.com.br': ['v=DMARC1'] }],
  ['passed DMARC: o que não é de loja.com.br é recusado', { '_dmarc.loja.com.br': ['v=DMARC1; P=Reject'] }],
])('%s', async (line, changed) => {
  const { lines } = await findings({ ...right, ...changed })
  expect(lines.filter((one) => one.startsWith(line))).toHaveLength(1)
  expect(lines.filter((one) => !one.startsWith('passed')).length).toBe(line.startsWith('passed') ? 0 : 1)
})

test('without a selector the key is not queried', async () => {
  const { asked, lines } = await findings(right, { selector: null })
  expect(asked).toEqual(['loja.com.br', '_dmarc.loja.com.br'])
  expect(lines[1]).toContain('note DKIM: por conferir. Diga em MAIL_DKIM_SELECTOR')
})

test('the policy of the parent domain applies to a subdomain', async () => {
  const { asked, lines } = await findings(
    { ...right, 'mail.loja.com.br': ['v=spf1 mx -all'] },
    { from: 'oi@mail.loja.com.br', selector: null },
  )
  expect(asked).toEqual(['mail.loja.com.br', '_dmarc.mail.loja.com.br', '_dmarc.loja.com.br'])
  expect(lines[2]).toContain('passed DMARC')
})

test('queries nothing for a demonstration; an unavailable DNS is no fault of the records', async () => {
  expect((await findings(right, { demo: true })).asked).toEqual([])
  const broken = async () => {
    throw Object.assign(new Error('no'), { code: 'ETIMEOUT' })
  }
  const smtp = { url: 'smtp://x', requireTls: true, from: 'oi@loja.com.br', dkimSelector: undefined }
  expect(await mailRecords({ smtp, demo: false }, broken)).toEqual([
    {
      is: 'note',
      line: 'DNS de loja.com.br: não responde daqui (ETIMEOUT). SPF, DKIM e DMARC ficaram por conferir.',
    },
  ])
  expect(await mailRecords({ smtp: { ...smtp, from: 'oi@localhost' }, demo: false }, broken)).toMatchObject([
    { is: 'failed', line: expect.stringContaining('Confira MAIL_FROM') },
  ])
})
