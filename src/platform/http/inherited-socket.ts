/**
 * Returns the socket that a supervisor opened for this process and passes on to the next one (systemd's socket activation): while
 * no process serves it, connections wait in it, so that a restart refuses no connection.
 *
 * @param env LISTEN_PID and LISTEN_FDS, as sd_listen_fds(3) describes them
 * @param pid this process
 * @returns its descriptor; undefined when the socket is not meant for this process
 */
export function inheritedSocket(env: Record<string, string | undefined>, pid: number): number | undefined {
  const first = 3
  return env.LISTEN_PID === String(pid) && Number(env.LISTEN_FDS) >= 1 ? first : undefined
}
