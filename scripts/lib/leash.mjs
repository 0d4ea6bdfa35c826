// Preloaded (`node --import`) into every process this project starts: when the process at the other end of the IPC
// channel is gone, however it went, this one is asked to stop as well. Nothing stays behind a killed parent.
if (process.channel) {
  process.on('disconnect', () => {
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM')
    else process.exit(143)
  })
  process.channel.unref()
}
