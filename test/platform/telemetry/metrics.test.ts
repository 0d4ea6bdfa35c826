import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { inRoot } from '../../../scripts/lib/root.ts'
import { startStatusServer } from '../../../src/platform/http/status-server.ts'
import { countCalls } from '../../../src/platform/telemetry/count-calls.ts'
import { createMetrics } from '../../../src/platform/telemetry/metrics.ts'
import type { Figure } from '../../../src/platform/telemetry/shop-gauges.ts'

/** Creates the metrics as the composition does. */
function everyMetric(read: () => Promise<readonly Figure[]> = async () => []) {
  const metrics = createMetrics({ version: '9.9.9', role: 'worker', sessionSecret: 'abc1' })
  metrics.watchPool({ totalCount: 1, idleCount: 1, waitingCount: 0 })
  metrics.watchClock(() => 0)
  metrics.watchDisk(async () => 5e9)
  metrics.watchDeadLetters(async () => 0)
  metrics.watchReconciliation(async () => new Map([['x', 1]]))
  metrics.watchReadable(async () => new Map([['profiles', 0]]))
  metrics.watchShop(read)
  return metrics
}

async function knownNames(): Promise<Set<string>> {
  const described = await everyMetric().registry.getMetricsAsJSON()
  const names = described.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
  )
  // Prometheus adds this for everything that it scrapes.
  return new Set([...names, 'up'])
}

/** Returns the metrics in an expression: names that are neither functions, labels nor keywords of the language. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['or', 'and', 'unless', 'by', 'sum', 'max', 'min'].includes(name))
}

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}

const rules = (
  parse(readFileSync(inRoot('ops/alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(readFileSync(inRoot('ops/grafana-dashboard.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
}
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])),
]

test.each(expressions)('every metric of "%s" exists', async (_, expression = '') => {
  const known = await knownNames()
  const named = metricsIn(expression)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test.each(expressions)(
  '"%s" reads the processes of the shop, and no other program of the same Prometheus',
  (_, expression = '') => {
    const read = [...expression.matchAll(/\b([a-z][a-z0-9_]*)\b(?:\{([^}]*)\})?/g)]
      .filter(([, name = '']) => metricsIn(expression).includes(name))
      .map(([, name, labels = '']) => [name, labels.split(',')[0]])
    expect(read.length).toBeGreaterThan(0)
    expect(read).toEqual(read.map(([name]) => [name, 'job="recomeco"']))
  },
)

test('a panel by job reads the label under the name that Prometheus gives it beside its own', () => {
  // `job` and `instance` are Prometheus's: a label of ours with such a name becomes `exported_job`.
  const targets = panels.flatMap((panel) => panel.targets)
  const byJob = targets.filter(({ expr }) => expr.includes('jobs_total'))
  expect(byJob.map(({ expr, legendFormat }) => [/by \(([^)]*)\)/.exec(expr)?.[1], legendFormat])).toEqual([
    ['exported_job, result', '{{exported_job}} {{result}}'],
  ])
})

test('finds the metrics of an expression, also unknown ones', () => {
  expect(metricsIn('max by (kind) (rate(gone_total{result!="ok"}[5m])) > 0 or absent(other)')).toEqual([
    'gone_total',
    'other',
  ])
})

test.each(rules)('$alert says what happened and what to do', ({ labels, annotations }) => {
  expect(['warning', 'critical']).toContain(labels.severity)
  expect(annotations.summary.length).toBeGreaterThan(10)
  expect(annotations.action).toMatch(/\.$/)
})

test('the shop’s figures are read once for many scrapes; without them the other metrics still answer', async () => {
  let reads = 0
  const metrics = everyMetric(async () => {
    reads += 1
    if (reads === 1) throw new Error('no database')
    return [
      { name: 'shop_orders', labels: { status: 'active' }, value: 3 },
      { name: 'shop_overdue_centavos', value: 0 },
    ]
  })
  const without = await metrics.registry.metrics()
  expect(without).toContain(
    `build_info{version="9.9.9",role="worker",node="${process.version}",session_secret="abc1"} 1`,
  )
  expect(without).not.toMatch(/^(?:shop_orders|shop_overdue_centavos|backup_age_seconds)[ {]/m)
  const [first, second] = await Promise.all([metrics.registry.metrics(), metrics.registry.metrics()])
  for (const text of [first, second]) {
    expect(text).toContain('shop_orders{status="active"} 3')
    expect(text).toMatch(/^shop_overdue_centavos 0$/m)
    expect(text).not.toMatch(/^backup_age_seconds /m)
  }
  expect(reads).toBe(2)
})

test('a metric that cannot be read, without its disk or the database, hides no other metric', async () => {
  const metrics = createMetrics({ version: '9.9.9', role: 'worker', sessionSecret: 'abc1' })
  const gone = () => Promise.reject(new Error('gone'))
  metrics.watchDisk(gone)
  metrics.watchDeadLetters(gone)
  metrics.watchReconciliation(gone)
  metrics.watchReadable(gone)
  const text = await metrics.registry.metrics()
  expect(text).toContain('build_info{version="9.9.9"')
  expect(text).toMatch(/^disk_free_bytes Nan$/m)
  expect(text).toMatch(/^jobs_dead_letters Nan$/m)
  expect(text).not.toMatch(/^(?:reconciliation_lag_seconds|cpf_readable_rows)[ {]/m)
})

test('the shop’s figures are read again after half a minute, without those that are gone', async () => {
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => now.mockRestore())
  let status = 'pending'
  const metrics = everyMetric(async () => [{ name: 'shop_orders', labels: { status }, value: 1 }])
  const orders = async () =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('shop_orders{'))
  now.mockReturnValue(60_000)
  expect(await orders()).toEqual(['shop_orders{status="pending"} 1'])
  status = 'paid'
  now.mockReturnValue(90_000)
  expect(await orders()).toEqual(['shop_orders{status="pending"} 1'])
  now.mockReturnValue(90_001)
  expect(await orders()).toEqual(['shop_orders{status="paid"} 1'])
})

test('calls are counted by result, and their answers are unchanged', async () => {
  const counted: string[] = []
  const provider = countCalls(
    {
      name: 'x',
      get: async (id: string) => (id === '1' ? { ok: true, value: id } : { ok: false, code: 'unavailable' }),
      fail: async () => {
        throw new Error('down')
      },
      plain: () => 1,
    },
    (call, result) => counted.push(`${call} ${result}`),
  )
  expect(await provider.get('1')).toEqual({ ok: true, value: '1' })
  expect(await provider.get('2')).toMatchObject({ code: 'unavailable' })
  await expect(provider.fail()).rejects.toThrow('down')
  expect([provider.name, provider.plain()]).toEqual(['x', 1])
  expect(counted).toEqual(['get ok', 'get unavailable', 'fail error'])
})

const publicUrl = 'https://recomeco.exemplo'

test('the worker’s port serves health, readiness and metrics, and nothing else', async () => {
  let isReady = true
  const token = 'a token of the metrics'
  const server = await startStatusServer({
    ...{ host: '127.0.0.1', port: 0, metrics: everyMetric(), metricsToken: token, publicUrl },
    ready: async () => isReady,
  })
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
    return [response.status, await response.text()] as const
  }
  try {
    expect(await ask('/healthz')).toEqual([200, 'ok'])
    expect(await ask('/readyz')).toEqual([200, 'ok'])
    isReady = false
    expect(await ask('/readyz')).toEqual([503, 'not ready'])
    expect((await ask('/metrics'))[0]).toBe(403)
    const [status, text] = await ask('/metrics', { headers: { authorization: `Bearer ${token}` } })
    expect([status, text.includes('process_resident_memory_bytes')]).toEqual([200, true])
    expect((await ask('/'))[0]).toBe(404)
    expect((await ask('/healthz', { method: 'POST' }))[0]).toBe(405)
    const again = startStatusServer({
      ...{ host: '127.0.0.1', port: server.port, metrics: everyMetric(), metricsToken: undefined, publicUrl },
      ready: async () => true,
    })
    await expect(again).rejects.toThrow(
      `A porta ${server.port} já está em uso. Pare o outro programa ou escolha outra STATUS_PORT.`,
    )
  } finally {
    await server.close()
  }
})
