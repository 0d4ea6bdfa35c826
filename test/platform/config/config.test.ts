import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LATE_FEE_PERCENT, LATE_INTEREST_PERCENT_MONTH } from '../../../src/core/commitments.ts'
import { ConfigError, parseConfig } from '../../../src/platform/config/config.ts'
import { weaknessOf } from '../../../src/platform/config/secrets.ts'
import { createSigner } from '../../../src/platform/signing.ts'

const local = { session: 'a'.repeat(64), encryption: 'b'.repeat(64) }
const parse = (env: Record<string, string | undefined>) => parseConfig(env, () => local)

/** Returns a value in the format of `openssl rand -hex 32`, the same in every run. */
const random = (name: string) => createHash('sha256').update(name).digest('hex')

const password = random('password').slice(0, 12)

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: `postgresql://app:${password}@db/recomeco?sslmode=verify-full`,
  PUBLIC_URL: 'https://www.recomeco.exemplo',
  SESSION_SECRET: random('session'),
  ENCRYPTION_KEY: random('encryption'),
  METRICS_TOKEN: random('metrics'),
  TRUST_PROXY: '1',
  MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-4712-093856-ab31',
  MERCADOPAGO_WEBHOOK_SECRET: random('webhook'),
  SMTP_URL: 'smtp://mail:25',
  COMPANY_LEGAL_NAME: 'Outra Empresa Ltda',
  COMPANY_CNPJ: '11.222.333/0001-81',
  COMPANY_ADDRESS: 'Rua de Verdade, 1',
  COMPANY_PHONE: '+5548988887777',
  COMPANY_EMAIL: 'contato@recomeco.exemplo',
  COMPANY_INSTAGRAM: 'https://www.instagram.com/outra',
  COMPANY_PIX_KEY: 'pix@recomeco.exemplo',
  COMPANY_LAWYER: 'Outra Advogada, OAB/SC 1',
  COMPANY_DPO_EMAIL: 'dpo@recomeco.exemplo',
}

function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    parse(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

test('without variables it is a local demonstration', () => {
  expect(parse({})).toMatchObject({
    production: false,
    demo: true,
    role: 'all',
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    session: { secure: false },
    encryptionKey: local.encryption,
    mercadoPago: { baseUrl: 'http://127.0.0.1:3001' },
    smtp: undefined,
    s3: undefined,
    whatsapp: undefined,
    paymentTerms: { lateFee: 0, lateInterest: 0, earlyPayoff: false },
  })
})

test('late charge percentages are parsed into hundredths of a percent', () => {
  const env = { LATE_FEE_PERCENT: '2', LATE_INTEREST_PERCENT_MONTH: '0.33', EARLY_PAYOFF: 'on' }
  expect(parse(env).paymentTerms).toEqual({ lateFee: 200, lateInterest: 33, earlyPayoff: true })
})

test.each(['', '  ', '\t'])('every blank variable counts as unset: %j', (blank) => {
  const names = [
    ...Object.keys(production),
    'HOST',
    'PORT',
    'ROLE',
    'DATA_DIR',
    'LOG_LEVEL',
    'TRUST_PROXY',
    'S3_BUCKET',
    'LATE_FEE_PERCENT',
    'LATE_INTEREST_PERCENT_MONTH',
    'EARLY_PAYOFF',
  ]
  const plain = ({ session, ...rest }: ReturnType<typeof parse>) => ({
    ...rest,
    session: { secure: session.secure, digest: session.signer.digest('') },
  })
  expect(plain(parse(Object.fromEntries(names.map((name) => [name, blank]))))).toEqual(plain(parse({})))
})

test('each wrong value is one sentence that says which is right', () => {
  const wrong = {
    PORT: '99999999999999999999',
    STATUS_PORT: '3000.5',
    DATABASE_POOL: 'Infinity',
    TRUST_PROXY: '-1',
    DRAIN_SECONDS: '1,5',
    RECONCILE_SECONDS: '0',
    DATABASE_URL: 'https://db/recomeco',
    SMTP_URL: 'mail.exemplo.com.br',
    MAIL_FROM: 'Recomeço',
    MAIL_DKIM_SELECTOR: 'a b',
    ROLE: 'both',
    SESSION_SECRET: 'short',
    API_PIX_KEY: 'x'.repeat(78),
    MERCADOPAGO_BASE_URL: 'api',
    WHATSAPP_PHONE_NUMBER_ID: '+55',
  }
  const said = Object.fromEntries(
    problemsOf(wrong).map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
  )
  expect(problemsOf(wrong)).toHaveLength(Object.keys(wrong).length)
  expect(said).toEqual({
    PORT: 'use um número inteiro de 1 a 65534',
    STATUS_PORT: 'use um número inteiro de 1 a 65534',
    DATABASE_POOL: 'use um número inteiro de 2 a 200',
    TRUST_PROXY: 'use um número inteiro de 0 a 5',
    DRAIN_SECONDS: 'use segundos, de 0 a 60, com ponto: 1.5',
    RECONCILE_SECONDS: 'use um número inteiro de 1 a 3600',
    DATABASE_URL: 'use a forma postgresql://usuário:senha@servidor/banco',
    SMTP_URL: 'use a forma smtp://usuário:senha@servidor:587 ou smtps://…:465',
    MAIL_FROM: 'use a forma "Nome" <contato@exemplo.com.br>',
    MAIL_DKIM_SELECTOR: 'use letras, algarismos, ponto e hífen, como no DNS',
    ROLE: 'use all ou web ou worker',
    SESSION_SECRET: 'use ao menos 32 caracteres',
    API_PIX_KEY: 'use no máximo 77 caracteres',
    MERCADOPAGO_BASE_URL: 'use um endereço inteiro, com https://',
    WHATSAPP_PHONE_NUMBER_ID: 'use só algarismos',
  })
})

test('local secrets are read only when some are missing', () => {
  let asked = 0
  const secrets = () => {
    asked++
    return local
  }
  parseConfig({ SESSION_SECRET: 's'.repeat(32), ENCRYPTION_KEY: 'c'.repeat(64) }, secrets)
  expect(asked).toBe(0)
  const { encryptionKey, session } = parseConfig({ ENCRYPTION_KEY: 'C'.repeat(64) }, secrets)
  expect(encryptionKey).toBe('c'.repeat(64))
  expect(session.signer.digest('x')).toBe(createSigner(local.session).digest('x'))
  expect(asked).toBe(1)
})

describe('a wrong variable gives one line that starts with its name', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', '65535'],
    ['PORT', 'http'],
    ['PORT', '80.5'],
    ['ROLE', 'both'],
    ['NODE_ENV', 'prod'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'x'],
    ['DATABASE_REPLICA_URL', 'mysql://x'],
    ['DATABASE_REPLICA_URL', 'postgresql://x/without-a-primary'],
    ['DATABASE_POOL', '1'],
    ['PUBLIC_URL', 'recomeco.exemplo'],
    ['PUBLIC_URL', 'https://recomeco.exemplo/loja'],
    ['PUBLIC_URL', 'https://recomeco.exemplo/?a=1'],
    ['SESSION_SECRET', 'short'],
    ['ENCRYPTION_KEY', 'z'.repeat(64)],
    ['ENCRYPTION_KEY', 'c'.repeat(63)],
    ['METRICS_TOKEN', 'short'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'true'],
    ['LATE_FEE_PERCENT', `${LATE_FEE_PERCENT}.01`],
    ['LATE_FEE_PERCENT', '2,5'],
    ['LATE_FEE_PERCENT', '-1'],
    ['LATE_INTEREST_PERCENT_MONTH', `${LATE_INTEREST_PERCENT_MONTH}.01`],
    ['LATE_INTEREST_PERCENT_MONTH', '0.333'],
    ['EARLY_PAYOFF', 'yes'],
    ['MERCADOPAGO_BASE_URL', 'ftp://x'],
    ['MERCADOPAGO_ACCESS_TOKEN', 'x'],
    ['MERCADOPAGO_WEBHOOK_SECRET', 'x'],
    ['PAYMENT_PROVIDER', 'outro'],
    ['API_PIX_BASE_URL', 'pix'],
    ['API_PIX_CLIENT_SECRET', 'x'],
    ['API_PIX_KEY', 'x'],
    ['API_PIX_WEBHOOK_SECRET', 'short'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'x'],
    ['MAIL_DKIM_SELECTOR', 'a b'],
    ['S3_ENDPOINT', 's3'],
    ['S3_BUCKET', 'x'],
    ['WHATSAPP_PHONE_NUMBER_ID', '+5548'],
    ['WHATSAPP_ACCESS_TOKEN', 'x'],
    ['LOG_LEVEL', 'trace'],
    ['RECONCILE_SECONDS', '0'],
    ['COMPANY_LEGAL_NAME', 'x'],
    ['COMPANY_CNPJ', '12.ABC.345/01DE-36'],
    ['COMPANY_ADDRESS', 'x'],
    ['COMPANY_PHONE', '48 99999-0000'],
    ['COMPANY_EMAIL', 'x'],
    ['COMPANY_INSTAGRAM', '@exemplo'],
    ['COMPANY_PIX_KEY', 'x'],
    ['COMPANY_LAWYER', 'x'],
    ['COMPANY_DPO_EMAIL', 'x'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems.filter((line) => line.startsWith(`${name}: `))).toHaveLength(1)
    expect(problems.join()).not.toMatch(/Invalid|expected|Too (?:big|small)/)
    if (/SECRET|TOKEN|KEY/.test(name)) expect(problems.join()).not.toContain(`${value} `)
  })
})

test('a partial group of variables is an error, not silently ignored', () => {
  expect(problemsOf({ S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.exemplo' })).toEqual([
    'S3_ACCESS_KEY_ID: falta, as outras do grupo existem',
    'S3_SECRET_ACCESS_KEY: falta, as outras do grupo existem',
  ])
  expect(problemsOf({ WHATSAPP_ACCESS_TOKEN: 'x'.repeat(20) })).toEqual([
    'WHATSAPP_PHONE_NUMBER_ID: falta, as outras do grupo existem',
  ])
})

const apiPix = {
  PAYMENT_PROVIDER: 'api-pix',
  API_PIX_BASE_URL: 'https://pix.banco.exemplo/api/v2/',
  API_PIX_TOKEN_URL: 'https://pix.banco.exemplo/oauth/token',
  API_PIX_CLIENT_ID: 'loja',
  API_PIX_CLIENT_SECRET: random('client'),
  API_PIX_KEY: 'pix@recomeco.exemplo',
  API_PIX_CERT_FILE: '/run/secrets/pix.pem',
  API_PIX_KEY_FILE: '/run/secrets/pix-key.pem',
  API_PIX_WEBHOOK_SECRET: random('pix'),
}

test('with a bank instead of Mercado Pago it is no demonstration and needs no Mercado Pago account', () => {
  const { MERCADOPAGO_ACCESS_TOKEN: _, MERCADOPAGO_WEBHOOK_SECRET: __, ...others } = production
  expect(parse({ ...others, ...apiPix })).toMatchObject({
    demo: false,
    paymentProvider: 'api-pix',
    mercadoPago: undefined,
    apiPix: {
      baseUrl: 'https://pix.banco.exemplo/api/v2',
      files: { cert: '/run/secrets/pix.pem', key: '/run/secrets/pix-key.pem', ca: undefined },
    },
  })
  expect(parse(apiPix).demo).toBe(false)
})

test('with both providers configured, one creates charges and both settle', () => {
  const both = { ...production, ...apiPix }
  expect(parse(both)).toMatchObject({
    paymentProvider: 'api-pix',
    mercadoPago: { accessToken: 'APP_USR-4712-093856-ab31' },
  })
  expect(parse({ ...both, PAYMENT_PROVIDER: '' })).toMatchObject({
    paymentProvider: 'mercado-pago',
    apiPix: { key: 'pix@recomeco.exemplo' },
  })
  expect(problemsOf({ ...both, MERCADOPAGO_WEBHOOK_SECRET: '' })).toEqual([
    'MERCADOPAGO_WEBHOOK_SECRET: obrigatória em produção',
  ])
})

test('API Pix needs all of its variables', () => {
  const { PAYMENT_PROVIDER: _, ...group } = apiPix
  expect(problemsOf({ PAYMENT_PROVIDER: 'api-pix' }).map((line) => line.split(':')[0])).toEqual(
    Object.keys(group),
  )
  expect(problemsOf({ ...apiPix, API_PIX_KEY_FILE: '' })).toEqual([
    'API_PIX_KEY_FILE: falta, as outras do grupo existem',
  ])
})

test('a complete production configuration is accepted and is not a demonstration', () => {
  expect(parse(production)).toMatchObject({
    production: true,
    demo: false,
    session: { secure: true },
    mercadoPago: { baseUrl: 'https://api.mercadopago.com' },
    trustedProxies: 1,
    smtp: { requireTls: true, from: '"Outra Empresa Ltda" <contato@recomeco.exemplo>' },
    company: { cnpj: '11.222.333/0001-81' },
  })
})

test('an address in capitals is the same address', () => {
  const config = parse({
    ...production,
    PUBLIC_URL: 'HTTPS://Recomeco.Exemplo:443/',
    MERCADOPAGO_BASE_URL: 'HTTPS://MP.exemplo/',
  })
  expect(config).toMatchObject({
    publicUrl: 'https://recomeco.exemplo',
    session: { secure: true },
    mercadoPago: { baseUrl: 'https://mp.exemplo' },
  })
})

test.each([
  'https://u:p@loja.com.br',
  'https://u@loja.com.br',
  'https://loja.com.br/a',
  'https://loja.com.br/?a',
])('the public address %s is refused, because it is more than an origin', (url) => {
  expect(problemsOf({ ...production, PUBLIC_URL: url })).toEqual([
    'PUBLIC_URL: só a origem, sem caminho, usuário ou senha: https://www.exemplo.com.br',
  ])
})

test('production with nothing set lists every missing variable', () => {
  expect(problemsOf({ NODE_ENV: 'production' }).map((line) => line.split(':')[0])).toEqual(
    Object.keys(production).filter((name) => name !== 'NODE_ENV'),
  )
})

test.each([
  [{ PUBLIC_URL: 'http://recomeco.exemplo' }, 'PUBLIC_URL: em produção só https'],
  [{ PUBLIC_URL: 'HTTP://recomeco.exemplo' }, 'PUBLIC_URL: em produção só https'],
  [{ MERCADOPAGO_BASE_URL: 'HTTP://mp.exemplo' }, 'MERCADOPAGO_BASE_URL: em produção só https'],
  [{ MERCADOPAGO_BASE_URL: 'http://127.0.0.1:3001' }, 'MERCADOPAGO_BASE_URL: em produção só https'],
  [{ ...apiPix, API_PIX_TOKEN_URL: 'http://banco/token' }, 'API_PIX_TOKEN_URL: em produção só https'],
  [
    { MERCADOPAGO_ACCESS_TOKEN: 'TEST-simulator-token' },
    'MERCADOPAGO_ACCESS_TOKEN: a do simulador não vale em produção',
  ],
  [
    { MERCADOPAGO_WEBHOOK_SECRET: 'sim-webhook-secret' },
    'MERCADOPAGO_WEBHOOK_SECRET: a do simulador não vale em produção',
  ],
  [
    { MERCADOPAGO_ACCESS_TOKEN: 'TEST-4712-093856-ab31' },
    'MERCADOPAGO_ACCESS_TOKEN: a de teste (TEST-…) não cobra ninguém; em produção, a de produção',
  ],
  [{ MERCADOPAGO_ACCESS_TOKEN: '' }, 'MERCADOPAGO_ACCESS_TOKEN: obrigatória em produção'],
  [{ SMTP_URL: undefined }, 'SMTP_URL: obrigatória em produção'],
  [{ COMPANY_CNPJ: '12.ABC.345/01DE-35' }, 'COMPANY_CNPJ: ainda é a identidade fictícia'],
  [{ COMPANY_CNPJ: '12ABC34501DE35' }, 'COMPANY_CNPJ: ainda é a identidade fictícia'],
])('production refuses %j', (change, line) => {
  expect(problemsOf({ ...production, ...change })).toEqual([line])
})

const beyond = 'DATABASE_URL: fora desta máquina, em produção só com ?sslmode=verify-full'
const weakMail = 'SMTP_URL: em produção sem opções que enfraquecem TLS; use smtps://, ou smtp:// com STARTTLS'
const weak = (name: string, why: string) => `${name}: fraca (${why}); gere outra com openssl rand -hex 32`
const database = (rest: string) => ({ DATABASE_URL: `postgresql://app:${password}@${rest}` })
const mailServer = (password: string) => `smtps://loja:${password}@mail`
const weakPassword = (name: string, why: string) =>
  `${name}: a senha é fraca (${why}); troque-a no servidor e aqui`
const atDatabase = (typed: string, query = '') => ({
  DATABASE_URL: `postgresql://app:${typed}@db/loja?sslmode=verify-full${query}`,
})
const storage = (endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'arquivos',
  S3_ACCESS_KEY_ID: 'chave',
  S3_SECRET_ACCESS_KEY: random('s3'),
})

test.each<[Record<string, string>, string | undefined]>([
  [{ TRUST_PROXY: '0' }, undefined],
  [{ TRUST_PROXY: '' }, 'TRUST_PROXY: obrigatória em produção'],
  [{ TRUST_PROXY: ' ' }, 'TRUST_PROXY: obrigatória em produção'],
  [{ COMPANY_LAWYER: '  ' }, 'COMPANY_LAWYER: ainda é a identidade fictícia'],
  [{ METRICS_TOKEN: '' }, 'METRICS_TOKEN: obrigatória em produção'],
  // The database
  [database('localhost/loja'), undefined],
  [database('127.0.0.1:5433/loja'), undefined],
  [database('[::1]/loja'), undefined],
  [database('%2Frun%2Fpostgresql/loja'), undefined],
  [database('localhost/loja?host=/run/postgresql'), undefined],
  [database('db/loja?sslmode=verify-full&sslrootcert=/run/ca.pem'), undefined],
  [database('db/loja'), beyond],
  [database('10.0.0.5/loja'), beyond],
  [{ DATABASE_URL: `POSTGRESQL://app:${password}@db/loja` }, beyond],
  [database('db/loja?sslmode=disable'), beyond],
  [database('db/loja?sslmode=no-verify'), beyond],
  [database('db/loja?sslmode=require'), beyond],
  [database('db/loja?sslmode=verify-full&sslmode=disable'), beyond],
  [database('db/loja?sslmode=verify-full&uselibpqcompat=true'), beyond],
  [database('localhost/loja?host=db'), beyond],
  [database('localhost.exemplo/loja'), beyond],
  [database('localhost,db/loja'), beyond],
  [{ DATABASE_URL: 'postgresql:///loja' }, beyond],
  [{ DATABASE_REPLICA_URL: 'postgresql://app:x@localhost/loja' }, undefined],
  [
    { DATABASE_REPLICA_URL: `postgresql://app:${password}@db/loja` },
    beyond.replace('DATABASE_URL', 'DATABASE_REPLICA_URL'),
  ],
  // Mail
  [{ SMTP_URL: `smtps://u:${password}@mail:465` }, undefined],
  [{ SMTP_URL: 'smtp://localhost:25?ignoreTLS=true' }, undefined],
  [{ SMTP_URL: 'smtp://mail:587?pool=true' }, undefined],
  [{ SMTP_URL: 'smtp://mail:587?ignoreTLS=true' }, weakMail],
  [{ SMTP_URL: 'smtp://mail:587?requireTLS=false' }, weakMail],
  [{ SMTP_URL: 'smtps://mail?secure=false' }, weakMail],
  [{ SMTP_URL: 'SMTP://mail:587?ignoreTLS=true' }, weakMail],
  // The name of a service chooses the server and its encryption.
  [{ SMTP_URL: 'smtps://mail?service=maildev' }, weakMail],
  [{ SMTP_URL: 'smtps://mail?tls.rejectUnauthorized=false' }, weakMail],
  // Certificates
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '1' }, undefined],
  [
    { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    'NODE_TLS_REJECT_UNAUTHORIZED: em produção os certificados são conferidos; uma AC própria vai em NODE_EXTRA_CA_CERTS',
  ],
  // Storage
  [storage('https://s3.exemplo'), undefined],
  [storage('http://127.0.0.1:9000'), undefined],
  [storage('http://minio:9000'), 'S3_ENDPOINT: fora desta máquina, em produção só https'],
  [storage('HTTP://minio:9000'), 'S3_ENDPOINT: fora desta máquina, em produção só https'],
  [storage('http://192.168.0.9:9000'), 'S3_ENDPOINT: fora desta máquina, em produção só https'],
  // Secrets
  [{ ENCRYPTION_KEY: '0'.repeat(64) }, weak('ENCRYPTION_KEY', 'quase sem caracteres diferentes')],
  [{ ENCRYPTION_KEY: '0123456789abcdef'.repeat(4) }, weak('ENCRYPTION_KEY', 'um trecho repetido')],
  [{ SESSION_SECRET: 's'.repeat(32) }, weak('SESSION_SECRET', 'quase sem caracteres diferentes')],
  [{ SESSION_SECRET: 'abcdefghijklmnopqrstuvwxyz012345' }, weak('SESSION_SECRET', 'uma sequência')],
  [
    { SESSION_SECRET: `${random('x').slice(0, 30)}-change-me` },
    weak('SESSION_SECRET', 'uma palavra que se adivinha'),
  ],
  [{ METRICS_TOKEN: 'metricsmetricsmetrics' }, weak('METRICS_TOKEN', 'um trecho repetido')],
  [{ MERCADOPAGO_WEBHOOK_SECRET: 'kd83jf92' }, weak('MERCADOPAGO_WEBHOOK_SECRET', 'curta demais')],
  // The passphrase of a certificate, which an authority often chooses, is stored beside its file, where it protects nothing.
  [{ SEAL_CERTIFICATE_FILE: '/run/secrets/a1.p12', SEAL_PASSPHRASE: '1234' }, undefined],
  // Passwords in addresses, which go to another machine
  [atDatabase('secret'), weakPassword('DATABASE_URL', 'curta demais')],
  [atDatabase('kd83jf92ls0'), weakPassword('DATABASE_URL', 'curta demais')],
  [atDatabase('%61aaaaaaaaaaa'), weakPassword('DATABASE_URL', 'quase sem caracteres diferentes')],
  [atDatabase('kd83jf92-secret'), weakPassword('DATABASE_URL', 'uma palavra que se adivinha')],
  [atDatabase('kd83%jf92ls0'), undefined],
  [atDatabase(`${password}`, '&password=secret'), weakPassword('DATABASE_URL', 'curta demais')],
  [atDatabase('secret', `&password=${password}`), undefined],
  [atDatabase(''), undefined],
  [{ DATABASE_URL: 'postgresql://app@db/loja?sslmode=verify-full' }, undefined],
  [{ DATABASE_URL: 'postgresql://app:x@localhost/loja' }, undefined],
  [{ DATABASE_URL: 'postgresql://app:x@%2Frun%2Fpostgresql/loja' }, undefined],
  [
    { DATABASE_REPLICA_URL: 'postgresql://app:x@db/loja?sslmode=verify-full' },
    weakPassword('DATABASE_REPLICA_URL', 'curta demais'),
  ],
  [{ SMTP_URL: mailServer('kd83jf9') }, weakPassword('SMTP_URL', 'curta demais')],
  [{ SMTP_URL: mailServer('minhasenha1') }, weakPassword('SMTP_URL', 'uma palavra que se adivinha')],
  [{ SMTP_URL: mailServer('kd83jf92') }, undefined],
  [{ SMTP_URL: 'smtp://loja:x@localhost:25' }, undefined],
  [{ ENCRYPTION_KEY: random('session') }, 'ENCRYPTION_KEY: é igual a SESSION_SECRET; cada segredo é um'],
  [
    { METRICS_TOKEN: random('session').toUpperCase() },
    'METRICS_TOKEN: é igual a SESSION_SECRET; cada segredo é um',
  ],
])('in production %j is %j', (change, line) => {
  const problems = problemsOf({ ...production, ...change })
  expect(problems).toEqual(line === undefined ? [] : [line])
})

const byCredentials =
  'NODE_ENV: com credenciais de verdade e fora desta máquina, vale o mesmo que em produção; para experimentar, use um token TEST-…'
const { NODE_ENV: _, ...forgotten } = production
const real = { MERCADOPAGO_ACCESS_TOKEN: production.MERCADOPAGO_ACCESS_TOKEN }
test.each<[string, Record<string, string>, string | undefined]>([
  ['a production token', { ...real, HOST: '0.0.0.0' }, byCredentials],
  ['a production token behind a proxy', { ...real, PUBLIC_URL: 'https://loja.com.br' }, byCredentials],
  ['a production token in a worker', { ...real, HOST: '0.0.0.0', ROLE: 'worker' }, byCredentials],
  ['one in development', { ...real, HOST: '0.0.0.0', NODE_ENV: 'development' }, byCredentials],
  [
    'an http bank',
    { ...apiPix, HOST: '0.0.0.0', API_PIX_BASE_URL: 'http://pix.banco.exemplo/api/v2' },
    byCredentials,
  ],
  ['a test account’s token', { MERCADOPAGO_ACCESS_TOKEN: 'TEST-9134-abcdef', HOST: '0.0.0.0' }, undefined],
  [
    'a provider on this machine',
    { ...real, HOST: '0.0.0.0', MERCADOPAGO_BASE_URL: 'http://localhost:3001' },
    undefined,
  ],
  [
    'a bank on this machine',
    { ...apiPix, HOST: '0.0.0.0', API_PIX_BASE_URL: 'http://[::1]:4000' },
    undefined,
  ],
  ['a local trial', real, undefined],
])('whether %s has to meet production’s requirements without NODE_ENV', (_what, env, line) => {
  const problems = problemsOf(env)
  expect(problems[0]).toBe(line)
  if (line === undefined) expect(parse(env).production).toBe(false)
  else expect(problems.length).toBeGreaterThan(8)
})

test('a shop without NODE_ENV and with everything else is a production shop', () => {
  expect(parse(forgotten)).toMatchObject({ production: true, demo: false, smtp: { requireTls: true } })
  expect(problemsOf({ ...forgotten, METRICS_TOKEN: '' })).toEqual([
    byCredentials,
    'METRICS_TOKEN: obrigatória em produção',
  ])
})

test('no random secret is mistaken for a weak one', () => {
  const hex = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
  const spread = fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => random(`${a}:${b}`))
  fc.assert(
    fc.property(spread, (secret) => {
      expect(weaknessOf(secret, 64)).toBeUndefined()
      expect(weaknessOf(secret.slice(0, 16), 16)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(hex, fc.integer({ min: 1, max: 8 }), (text, period) => {
      expect(weaknessOf(text.slice(0, period).repeat(64).slice(0, 64), 64)).toBeDefined()
    }),
  )
})

test('mail within this machine needs no encryption, nor does any outside production', () => {
  expect(parse({ ...production, SMTP_URL: 'smtp://localhost:25' }).smtp?.requireTls).toBe(false)
  expect(parse({ SMTP_URL: 'smtp://mail:25' }).smtp?.requireTls).toBe(false)
})

const open = 'a demonstração (sem MERCADOPAGO_ACCESS_TOKEN) só atende esta máquina'
test.each<[Record<string, string>, string[]]>([
  [{ HOST: 'localhost' }, []],
  [{ HOST: '::1' }, []],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, []],
  [{ HOST: '0.0.0.0', MERCADOPAGO_ACCESS_TOKEN: 'TEST-9134-abcdef' }, []],
  [{ HOST: '0.0.0.0', ROLE: 'worker' }, []],
  [{ HOST: '0.0.0.0' }, [`HOST: ${open}; use 127.0.0.1`]],
  [{ HOST: '::' }, [`HOST: ${open}; use 127.0.0.1`]],
  [{ HOST: '192.168.0.7', ROLE: 'web' }, [`HOST: ${open}; use 127.0.0.1`]],
  // A proxy or a tunnel in front of the demonstration.
  [{ PUBLIC_URL: 'https://demo.exemplo' }, [`PUBLIC_URL: ${open}; use http://localhost:3000`]],
])('a demonstration with %j: %j', (env, problems) => {
  expect(problemsOf(env)).toEqual(problems)
})

test('the e-mail sender is valid for a legal name with commas and quotes', () => {
  const { smtp } = parse({ SMTP_URL: 'smtp://mail', COMPANY_LEGAL_NAME: 'A "Boa", Filhos & Cia' })
  expect(smtp?.from).toBe('"A Boa, Filhos & Cia" <contato@exemplo.com.br>')
})
