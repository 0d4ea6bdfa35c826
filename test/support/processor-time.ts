/** Maximum number of measurements of work that exceeds its budget: a garbage collection affects some of them. */
const maxTries = 6

/** Measures the processor time of this thread that `work` takes, in milliseconds; the time of other processes does not count. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Returns the least processor time of up to six tries of `work`, in milliseconds; stops when a try is within `budgetMs`. */
export async function leastProcessorTime(budgetMs: number, work: () => unknown): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < maxTries && least >= budgetMs; tries++) {
    least = Math.min(least, await processorTime(work))
  }
  return least
}
