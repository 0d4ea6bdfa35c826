import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { countJobs, createMetrics } from '../../../src/platform/telemetry/metrics.ts'
import { redact } from '../../../src/platform/telemetry/redact.ts'

const pix =
  '00020126470014br.gov.bcb.pix0125financeiro@exemplo.com.br520400005303986540599.905802BR5920EMPRESA EXEMPLO LTDA6013FLORIANOPOLIS62290525PARC0000000000000000012346304ADB5'

/** The key of the Pix is random: it contains no e-mail, phone number or document that another rule covers. */
const pixOfRandomKey =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406250.005802BR5907EMPRESA6005PALHO62070503***6304AB12'

test.each([
  ['CPF 529.982.247-25.', '529.982.247'],
  ['cpf:52998224725', '52998224725'],
  ['o CPF é 52998224725.', '52998224725'],
  ['529982247-25', '529982247'],
  ['/consultas/52998224725?x=1', '52998224725'],
  ['CNPJ 12.ABC.345/01DE-35', '12.ABC.345'],
  ['CNPJ 11.222.333/0001-81', '11.222.333'],
  ['cnpj=1345C3A5000106', '1345C3A5000106'],
  ['R55231B3000757,', 'R55231B3000757'],
  ['11222333000181', '11222333000181'],
  ['ana.maria+1@exemplo.com.br escreveu', 'ana.maria'],
  ['?email=ana%40exemplo.com', 'ana%40'],
  ['+5548999991234', '99999'],
  ['5548999991234', '99999'],
  ['+55 48 99999-1234', '99999-1234'],
  ['(48) 99999-1234', '99999-1234'],
  ['(48) 3222-1234', '3222-1234'],
  ['48 99999-1234', '99999-1234'],
  // As a person writes down what another dictates.
  ['CPF 529 982 247 25', '247'],
  ['CPF 529.982.247\u201325', '247'],
  ['o de 529 982 247-25 pediu', '247'],
  ['CPF 529-982-247-25', '247'],
  ['CNPJ 11 222 333 0001 81', '333'],
  ['liguei no 48 99999 1234', '99999'],
  ['liguei no 48 999991234.', '99999'],
  ['o fixo, 48 3222 1234, não atende', '3222'],
  // Written up to the word before, or with other signs between the groups than those of a form.
  ['CPF529.982.247-25 desistiu', '982'],
  ['cpf52998224725', '52998224725'],
  ['cpf_52998224725', '52998224725'],
  ['doc529 982 247 25', '982'],
  ['é o52998224725x', '52998224725'],
  ['529 . 982 . 247 - 25', '982'],
  ['529,982,247-25', '982'],
  ['529_982_247_25', '982'],
  ['529·982·247-25', '982'],
  ['529.\u200b982.247-25', '982'],
  ['５２９.９８２.２４７-２５', '９８２'],
  ['CNPJ11.222.333/0001-81', '333'],
  ['cnpj11222333000181', '11222333'],
  ['11.222.333.0001-81', '333'],
  ['11222333/0001-81', '11222333'],
  ['tel48991234567', '991234567'],
  ['tel.48 99123-4567', '99123'],
  ['fone48 99123-4567', '99123'],
  ['Zap48 99999 1234', '99999'],
  ['whats5548991234567', '991234567'],
  ['joão.araújo@exemplo.com.br', 'joã'],
  ['ana@exâmplo.com.br', 'ana@'],
  ['https://x.br/redefinir?token=abc.def&x=1', 'abc.def'],
  ['/entrar?access_token=abc', 'abc'],
  ['Cookie: sid=s3cr3t; outra=valor2', 'valor2'],
  ['set-cookie: sid=s3cr3t; HttpOnly', 's3cr3t'],
  ['Authorization: Bearer abc.def-ghi', 'abc.def'],
  ['authorization=Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['Bearer TEST-123456-abc', 'TEST-123456'],
  ['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['eyJhbGciOi.eyJzdWIiOi.c2ln', 'eyJzdWIiOi'],
  ['/consulta/0199f0aa-0000-7000-8000-000000000001.q1w2e3-r4_t5/eventos', 'q1w2e3'],
  [`pague com ${pix}`, 'gov.bcb'],
  [`pague com ${pixOfRandomKey} hoje`, 'gov.bcb'],
  [`{"text":"${pixOfRandomKey}"}`, '250.00'],
  ['{"senha":"a, b c\'d"}', "b c'd"],
  ['{\\"senha\\":\\"a, b c\\"}', 'b c'],
  ['smtp://user:pa55word@host:25', 'pa55word'],
  ['postgresql://u:p%40ss@db/x', 'p%40ss'],
  ['x-signature: ts=1,v1=aa', 'ts=1'],
  ['link Zk3x_Qm9PzR1tUv5wXy7-AbCdEfGhIjKlMnOpQr2sT4', 'Zk3x_Qm9'],
])('redacts %s', (text, secret) => {
  expect(redact(text)).not.toContain(secret)
})

test.each([
  '0199f0aa-3b1c-7d2e-8f30-123456789012',
  '/pedidos/0199f0aa-0000-7000-8000-000000000001',
  'R$ 1.999,90 em 12x de 199,90',
  'amount 199990 centavos, total 2798.80',
  '2026-11-21T13:00:00.000Z',
  'vence em 2026-11-23',
  '21/11/2026 10:31',
  'request 9b2db79e-e67b-4f0c-b62f-9eb502e5d172',
  'req_4f0cb62f9eb5',
  'took 1234567 ms, pid 12345, epoch 1742505638683',
  'sha256 9183876b0461ce2d229394a1feef35d6e4c76e09358e7d4583705b7d14183a6a',
  'error code 23505 of constraint orders_draft_unique',
  'http://127.0.0.1:3000/dev/mensagens',
  'job messages.deliver failed after 11 attempts',
  'CEP 88000-000',
  'entre 10 e 12 de 2026, 40 de 1500 em 3 000 ms',
  'port 5432 1234 5678 bytes, 192.168.100.200',
  'sha256 52998224725e2d229394a1feef35d6e4c76e09358e7d4583705b7d14183a6a0b',
  'request 9b2db79e-e67b-4f0c-b62f-a52998224725',
  'token_a5299822472 of job 5299822472',
])('keeps %s', (text) => {
  expect(redact(text)).toBe(text)
})

function lines() {
  const written: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line) => void written.push(line) } })
  return { log, written, last: () => JSON.parse(written.at(-1) ?? '') as Record<string, unknown> }
}

test('a line is valid JSON whatever its text contains', () => {
  const { log, last } = lines()
  log.info({ text: 'quebra\nana@exemplo.com\n52998224725\t"senha":"x\\"y"' }, 'oi "ana@exemplo.com"\\')
  expect(last()).toMatchObject({ msg: 'oi "[e-mail]"\\', text: expect.not.stringContaining('52998224725') })
})

test('redacts sensitive fields whatever they contain; keeps ids and numbers', () => {
  const { log, last } = lines()
  const id = '0199f0aa-0000-7000-8000-000000000001'
  log.info({
    senha: 'qualquer coisa, com vírgula',
    accessToken: 'x',
    headers: { cookie: ['a=b'], 'x-request-id': id },
    cpf: 52998224725,
    endereco: 'Rua das Flores, 12',
    paymentId: '12345678901',
    accountId: 'ana@exemplo.com.br',
    order_id: id,
    amount: 19990,
    url: 'http://localhost:3000',
    demo: true,
  })
  expect(last()).toMatchObject({
    senha: '[oculto]',
    accessToken: '[oculto]',
    headers: { cookie: '[oculto]', 'x-request-id': id },
    cpf: '[oculto]',
    endereco: '[oculto]',
    accountId: '[e-mail]',
    paymentId: '12345678901',
    order_id: id,
    amount: 19990,
    url: 'http://localhost:3000',
    demo: true,
  })
})

test('logs an error with what failed and where, without values', () => {
  const { log, written, last } = lines()
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    severity: 'ERROR',
    code: '23505',
    detail: 'Key (nome)=(Maria das Dores) already exists.',
    where: 'Maria das Dores',
    constraint: 'users_email',
  })
  const error = new DrizzleQueryError('insert into "users" values ($1, $2)', ['Maria das Dores', 'x'], cause)
  log.error({ err: error, requestId: 'abc' }, 'request failed')
  log.error(error)
  log.error({ err: error })
  expect(written.join()).not.toContain('Maria')
  expect(last()).toMatchObject({
    err: {
      type: 'DrizzleQueryError',
      message: expect.stringContaining('insert into "users" values ($1, $2)'),
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: '23505', constraint: 'users_email' },
    },
  })
})

test("PostgreSQL's message about an invalid value does not repeat it", () => {
  const { log, written } = lines()
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "Maria das Dores"'), {
    severity: 'ERROR',
    code: '22P02',
  })
  log.error({ err: cause }, 'failed')
  expect(written.join()).not.toContain('Maria')
  expect(written.join()).toContain('invalid input syntax for type uuid')
})

test('jobs are counted by name and result, and pool metrics are current', async () => {
  const metrics = createMetrics()
  metrics.watchPool({ totalCount: 5, idleCount: 3, waitingCount: 1 })
  const { good, bad } = countJobs(
    {
      good: { run: async (_data: object) => {}, retryLimit: 3 },
      bad: { run: (_data: object) => Promise.reject(new Error('no')), retryLimit: 3 },
    },
    metrics.jobs,
  )
  await good?.run({})
  await expect(bad?.run({})).rejects.toThrow('no')
  expect(good?.retryLimit).toBe(3)
  const text = await metrics.registry.metrics()
  expect(text).toContain('jobs_total{job="good",result="done"} 1')
  expect(text).toContain('jobs_total{job="bad",result="failed"} 1')
  expect(text).toContain('database_connections{state="busy"} 2')
  expect(text).toContain('database_connections{state="waiting"} 1')
})
