import { readdirSync, readFileSync } from 'node:fs'

/** Seconds of CPU time so far; undefined where the system does not provide it (only Linux does). */
export type CpuClock = () => number | undefined

const ticksPerSecond = 100

/** Returns the CPU time of our processes, including all threads. */
export function cpuOf(pids: readonly number[]): CpuClock {
  return () => {
    const stats = pids.map(statOf)
    return stats.every((stat) => stat !== undefined) ? sum(stats.map(({ own }) => own)) : undefined
  }
}

/** Returns the CPU time of a local PostgreSQL: its main process and all children, including exited ones. */
export function cpuOfServer(backendPid: number): CpuClock {
  const main = statOf(backendPid)?.parent
  return () => {
    const stat = main === undefined ? undefined : statOf(main)
    if (!stat) return undefined
    const children = readdirSync('/proc').flatMap((entry) => {
      const child = /^\d+$/.test(entry) ? statOf(Number(entry)) : undefined
      return child && child.parent === main ? [child.own] : []
    })
    return stat.own + stat.ended + sum(children)
  }
}

export interface Memory {
  /** Megabytes of resident memory at present. */
  now: number
  peak: number
}

export function memoryOf(pid: number): Memory | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (name: string) =>
      Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024)
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
  } catch {
    return undefined
  }
}

function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const seconds = (...at: number[]) => sum(at.map((index) => Number(fields[index]))) / ticksPerSecond
    return { parent: Number(fields[1]), own: seconds(11, 12), ended: seconds(13, 14) }
  } catch {
    return undefined
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}
