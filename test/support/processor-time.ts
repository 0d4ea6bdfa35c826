/** Maximum number of measurements of work that exceeds its budget: a garbage collection affects some of them. */
const maxTries = 6

/** Measures the processor time of this thread that `work` takes, in milliseconds; the time of other processes does not count. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  return millisecondsSince(before)
}

/**
 * Measures the longest turn of the event loop while `work` runs, as processor time of this thread in milliseconds: how long everybody
 * else waits at most. Turns of a millisecond count as one, because a look at each of them would keep a processor busy while the work
 * waits for the database.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    longest = Math.max(longest, millisecondsSince(before))
    before = process.threadCpuUsage()
  }
  const timer = setInterval(look, 1)
  await work()
  // The turn in which the work ended.
  await new Promise((resolve) => setImmediate(resolve))
  clearInterval(timer)
  look()
  return longest
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Returns the smallest processor time of up to six tries of `work`, in milliseconds; stops when a try is within `budgetMs`. On a slow machine
 * they are those of a usual one, because the budget is about our work and not about the machine.
 */
export function minProcessorTime(budgetMs: number, work: () => unknown): Promise<number> {
  return smallest(budgetMs, () => processorTime(work))
}

/** Returns the shortest `longestTurn` of up to six tries of `work`, likewise. */
export function minLongestTurn(budgetMs: number, work: () => Promise<unknown>): Promise<number> {
  return smallest(budgetMs, () => longestTurn(work))
}

async function smallest(budgetMs: number, measure: () => Promise<number>): Promise<number> {
  let found = Infinity
  for (let tries = 0; tries < maxTries && found >= budgetMs; tries++) {
    const ms = await measure()
    found = Math.min(found, ms < budgetMs ? ms : ms / slowness())
  }
  return found
}

/**
 * Milliseconds that `referenceWork` takes on the machine for which the budgets are given, with nothing else running: some 20 on one that
 * runs `npm run check` in 55 s (docs/decisions/0010).
 */
const referenceMs = 20

/**
 * How many times slower this machine is now than that one; at least 1. Measured beside the work that seemed too slow, because other work
 * takes its share of the caches too. The best of three: the first is not compiled.
 */
function slowness(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    referenceWork()
    return millisecondsSince(before)
  })
  return Math.max(1, Math.min(...times) / referenceMs)
}

/** A fixed piece of work of the kind that a request is: text is read, sorted and written again. A kernel may count processor time by 4 ms. */
function referenceWork(): void {
  for (let times = 0; times < 10; times++) {
    const lines = Array.from({ length: 2_000 }, (_, n) => ({ n, text: `line ${(n * 7_919) % 2_000}` }))
    const read = JSON.parse(JSON.stringify(lines)) as typeof lines
    const sorted = read.toSorted((one, other) => (one.text < other.text ? -1 : 1))
    sorted.map(({ text }) => text.replaceAll('e', 'é')).join(' ')
  }
}
