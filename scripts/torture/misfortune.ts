import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from './database.ts'
import { decide } from './desk.ts'
import { type LeverName, levers, type Mishap } from './faults.ts'
import type { Provider } from './provider.ts'
import type { World } from './world.ts'

/** What went wrong in a run, counted by what it was. */
export interface Misfortunes {
  readonly faults: Map<string, number>
  readonly levers: Map<string, number>
  readonly desk: Map<string, number>
  kills: number
  pauses: number
  cuts: number
}

interface Scene {
  world: World
  provider: Provider
  database: Reader
}

/** Lets everything go wrong at its time. */
export async function strike(mishaps: readonly Mishap[], scene: Scene): Promise<Misfortunes> {
  const [faults, levers, desk] = [new Map(), new Map(), new Map()]
  const counted: Misfortunes = { faults, levers, desk, kills: 0, pauses: 0, cuts: 0 }
  const began = Date.now()
  await Promise.all(
    mishaps.map(async (mishap) => {
      await sleep(Math.max(0, mishap.at - (Date.now() - began)))
      await happen(mishap, { ...scene, counted })
    }),
  )
  return counted
}

async function happen(
  mishap: Mishap,
  { world, provider, database, counted }: Scene & { counted: Misfortunes },
): Promise<void> {
  switch (mishap.what) {
    case 'faults': {
      const status = await provider.post('/sim/faults', mishap.faults)
      if (status === 400) throw new Error(`The simulator knows no such fault: ${mishap.names.join(', ')}`)
      for (const name of mishap.names) count(counted.faults, name)
      await sleep(mishap.forMs)
      await provider.post('/sim/faults', {})
      return
    }
    case 'kill':
      for (const name of mishap.processes) world.kill(name, mishap.awayMs)
      counted.kills += mishap.processes.length
      return
    case 'pause':
      world.pause(mishap.process, mishap.ms)
      counted.pauses++
      return
    case 'cut':
      await database.run(`
        select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'recomeco' order by pid limit ${mishap.connections}`)
      counted.cuts += mishap.connections
      return
    case 'desk':
      if (await decide(mishap, { world, database })) count(counted.desk, mishap.decision)
      return
    case 'lever':
      return pull(mishap, { world, provider, counted })
    default:
      mishap satisfies never
  }
}

async function pull(
  { name, share, body }: Mishap & { what: 'lever' },
  { world, provider, counted }: Omit<Scene, 'database'> & { counted: Misfortunes },
): Promise<void> {
  const lever: (typeof levers)[LeverName] = levers[name]
  const all = (await provider.get('/sim/payments')) as { id: number; status: string }[]
  const fit = 'of' in lever ? all.filter(({ status }) => lever.of?.includes(status)) : all
  const one = fit[Math.floor(share * fit.length)]
  if (!one) return
  const given =
    name === 'stray money' ? { ...body, notification_url: `${world.url}/webhooks/mercadopago` } : body
  const status = await provider.post(`/sim${lever.path(one.id)}`, given)
  if (status === 200 || status === 201) count(counted.levers, name)
}

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
