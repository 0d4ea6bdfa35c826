/**
 * Keeps this process running while what it writes is lost, because the disk of its log is full or nobody reads it any more: without
 * a listener Node ends the process. Later lines are written again as soon as that is possible.
 */
export function surviveLostLines(onLost: () => void): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', onLost)
}
