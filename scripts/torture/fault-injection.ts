import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppliedMutation } from '../../simulator/mutations/mutation.ts'
import type { Cluster } from './cluster.ts'
import type { Reader } from './database.ts'
import { type ControlName, controls, type ScheduledFault } from './faults.ts'
import { readPhones } from './ground-truth.ts'
import type { Provider } from './provider.ts'
import { decide } from './staff-decisions.ts'

/** Faults injected in a run, counted by kind. */
export interface InjectedFaults {
  readonly faults: Map<string, number>
  readonly controls: Map<string, number>
  readonly decisions: Map<string, number>
  /** Faults of the WhatsApp simulator, and actions of people on their phones. */
  readonly whatsapp: Map<string, number>
  /** Altered responses and notices, by the kind of mutation. */
  readonly mutations: Map<string, number>
  /** Ids of payments for which a response to a refund was altered to a refusal (4xx). */
  readonly alteredRefusals: Set<string>
  kills: number
  pauses: number
  disconnects: number
}

export const noFaults = (): InjectedFaults => ({
  faults: new Map(),
  controls: new Map(),
  decisions: new Map(),
  mutations: new Map(),
  alteredRefusals: new Set(),
  whatsapp: new Map(),
  kills: 0,
  pauses: 0,
  disconnects: 0,
})

interface Targets {
  cluster: Cluster
  provider: Provider
  phones: Provider
  database: Reader
}

/** Injects each fault at its scheduled time. */
export async function injectFaults(
  schedule: readonly ScheduledFault[],
  scene: Targets,
): Promise<InjectedFaults> {
  const counted = noFaults()
  const began = Date.now()
  await Promise.all(
    schedule.map(async (fault) => {
      await sleep(Math.max(0, fault.at - (Date.now() - began)))
      await inject(fault, { ...scene, counted })
    }),
  )
  return counted
}

/** Returns the id of the payment whose refund this mutation made look refused, if it did. */
export function refundRefusedBy({ kind, of }: Pick<AppliedMutation, 'kind' | 'of'>): string | undefined {
  return kind.startsWith('status 4') ? /^POST \/v1\/payments\/(\d+)\/refunds/.exec(of)?.[1] : undefined
}

async function inject(
  fault: ScheduledFault,
  { cluster, provider, phones, database, counted }: Targets & { counted: InjectedFaults },
): Promise<void> {
  const { output } = cluster
  switch (fault.kind) {
    case 'simulator': {
      const status = await provider.post('/sim/faults', fault.faults)
      if (status === 400) throw new Error(`The simulator refused the faults ${fault.names.join(', ')}`)
      for (const name of fault.names) count(counted.faults, name)
      await sleep(fault.durationMs)
      await provider.post('/sim/faults', {})
      return
    }
    case 'mutations': {
      const status = await provider.post('/sim/mutations', fault.set)
      if (status === 400) throw new Error(`The simulator refused the mutations ${JSON.stringify(fault.set)}`)
      await sleep(fault.durationMs)
      const { applied } = (await provider.get('/sim/mutations')) as { applied: AppliedMutation[] }
      await provider.post('/sim/mutations', {})
      for (const mutation of applied) {
        count(counted.mutations, mutation.kind)
        const refused = refundRefusedBy(mutation)
        if (refused) counted.alteredRefusals.add(refused)
        writeSync(output, `mutation ${JSON.stringify(mutation)}\n`)
      }
      return
    }
    case 'whatsapp': {
      const status = await phones.post('/sim/faults', fault.faults)
      if (status === 400)
        throw new Error(`The WhatsApp simulator refused the faults ${fault.names.join(', ')}`)
      for (const name of fault.names) count(counted.whatsapp, name)
      await sleep(fault.durationMs)
      await phones.post('/sim/faults', {})
      return
    }
    case 'phone':
      return actOnPhone(fault, { phones, counted })
    case 'kill':
      for (const name of fault.processes) cluster.kill(name, fault.restartAfterMs)
      counted.kills += fault.processes.length
      return
    case 'pause':
      cluster.pause(fault.process, fault.ms)
      counted.pauses++
      return
    case 'disconnect':
      await database.run(`
        select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'recomeco' order by pid limit ${fault.connections}`)
      counted.disconnects += fault.connections
      return
    case 'decision':
      if (await decide(fault, { cluster, database })) count(counted.decisions, fault.decision)
      return
    case 'control':
      return applyControl(fault, { cluster, provider, counted })
    default:
      fault satisfies never
  }
}

async function applyControl(
  { name, share, body }: ScheduledFault & { kind: 'control' },
  { cluster, provider, counted }: Pick<Targets, 'cluster' | 'provider'> & { counted: InjectedFaults },
): Promise<void> {
  const control: (typeof controls)[ControlName] = controls[name]
  const all = (await provider.get('/sim/payments')) as { id: number; status: string }[]
  const candidates =
    'statuses' in control ? all.filter(({ status }) => control.statuses?.includes(status)) : all
  const payment = candidates[Math.floor(share * candidates.length)]
  if (!payment) return
  const { id } = payment
  const fullBody = { ...body, ...('bodyFor' in control && control.bodyFor({ id, shopUrl: cluster.url })) }
  const status = await provider.post(`/sim${control.path(id)}`, fullBody)
  if (status === 200 || status === 201) count(counted.controls, name)
}

/** Reads a message on a phone that received it, or replies to it. */
async function actOnPhone(
  { does, share, text }: ScheduledFault & { kind: 'phone' },
  { phones, counted }: Pick<Targets, 'phones'> & { counted: InjectedFaults },
): Promise<void> {
  const there = (await readPhones(phones)).messages.filter(({ status }) => status !== 'failed')
  const message = there[Math.floor(share * there.length)]
  if (!message) return
  const { wamid, to } = message
  const status =
    does === 'reads'
      ? await phones.post(`/sim/messages/${wamid}/read`)
      : await phones.post('/sim/answers', { from: to, text, repliesTo: wamid })
  if (status === 200) count(counted.whatsapp, does)
}

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
