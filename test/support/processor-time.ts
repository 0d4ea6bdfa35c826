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

/** Returns the smallest processor time of up to six tries of `work`, in milliseconds; stops when a try is within `budgetMs`. */
export function minProcessorTime(budgetMs: number, work: () => unknown): Promise<number> {
  return smallest(budgetMs, () => processorTime(work))
}

/** Returns the shortest `longestTurn` of up to six tries of `work`, in milliseconds; stops when a try is within `budgetMs`. */
export function minLongestTurn(budgetMs: number, work: () => Promise<unknown>): Promise<number> {
  return smallest(budgetMs, () => longestTurn(work))
}

async function smallest(budgetMs: number, measure: () => Promise<number>): Promise<number> {
  let found = Infinity
  for (let tries = 0; tries < maxTries && found >= budgetMs; tries++) found = Math.min(found, await measure())
  return found
}
