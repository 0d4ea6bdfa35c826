// Preloaded (`node --import`) into every process this project starts: when the process at the other end of the IPC
// channel is gone, however it went, this one is asked to stop as well. Nothing stays behind a killed parent.
if (process.channel) {
  process.on('disconnect', () => {
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM')
    else process.exit(143)
  })
  process.channel.unref()
}

// It is for this process alone. A fork would inherit it, and with a channel that keeps nothing alive end at once, as
// Playwright's workers did.
const here = process.execArgv.indexOf(import.meta.url)
if (here > 0) process.execArgv.splice(here - 1, 2)
