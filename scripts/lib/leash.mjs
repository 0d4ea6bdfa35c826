// Preloaded (`node --import`) into every process this project starts: when the parent at the other end of the IPC channel ends,
// even by SIGKILL, this process stops too, so that no orphans remain.
if (process.channel) {
  process.on('disconnect', () => {
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM')
    else process.exit(143)
  })
  process.channel.unref()
}

// Applies only to this process: a fork would inherit it and, with an unreferenced channel, exit immediately, as Playwright's
// workers did.
const here = process.execArgv.indexOf(import.meta.url)
if (here > 0) process.execArgv.splice(here - 1, 2)
