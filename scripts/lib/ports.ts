import { createServer } from 'node:net'

/** Checks whether a TCP port of this machine is free, on loopback and on all addresses. */
export async function portIsFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port))
}

/** Returns the reason why a port cannot be listened on, as one sentence in Portuguese; undefined when it can. */
export async function portProblem(port: number, host: string): Promise<string | undefined> {
  const code = (await listenError(port, host)) ?? (await listenError(port))
  if (code === undefined) return undefined
  if (code === 'EADDRINUSE') {
    return `A porta ${port} já está em uso: feche o programa que a ocupa ou escolha outra com PORT=…`
  }
  if (code === 'EACCES')
    return `A porta ${port} não é permitida a este usuário: use uma acima de 1023, com PORT=…`
  if (code === 'EADDRNOTAVAIL' && host === '127.0.0.1') {
    return (
      'Esta máquina não tem o endereço 127.0.0.1, de que a demonstração precisa. ' +
      'Só com IPv6, use um DATABASE_URL e um provedor de verdade, e HOST=::1'
    )
  }
  return code === 'EADDRNOTAVAIL'
    ? `O endereço ${host} não existe nesta máquina; indique outro em HOST.`
    : `Não consigo escutar em ${host}:${port} (${code}).`
}

/**
 * Returns the first of `count` consecutive free TCP ports, outside the ephemeral port ranges. No other run on this machine gets them
 * until this process ends: between this and the start of the program that listens on them they look free to everybody.
 */
export async function freePorts(count = 1): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    if (await reserveFree(ports)) return first
  }
  throw new Error(`No ${count} consecutive free TCP port(s) found`)
}

/** Reserves ports that are all free, or none. */
async function reserveFree(ports: readonly number[]): Promise<boolean> {
  const taken: (() => void)[] = []
  for (const port of ports) {
    const release = await reserve(port)
    if (release) taken.push(release)
    if (release && (await portIsFree(port))) continue
    for (const each of taken) each()
    return false
  }
  return true
}

/**
 * Reserves a port among the runs that ask for free ones, by a local socket of its name, which Linux keeps in no folder and closes with
 * the process. Elsewhere nothing is reserved.
 *
 * @returns a function that releases it; undefined when another run has it
 */
function reserve(port: number): Promise<(() => void) | undefined> {
  if (process.platform !== 'linux') return Promise.resolve(() => {})
  return new Promise((resolve) => {
    const server = createServer().unref()
    server.once('error', () => resolve(undefined))
    server.listen(`\0recomeco-port-${port}`, () => resolve(() => server.close()))
  })
}

async function canListen(port: number, host?: string): Promise<boolean> {
  return (await listenError(port, host)) === undefined
}

/** Returns the error code of listening on a port; undefined when it succeeds. */
function listenError(port: number, host?: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, exclusive: true, ...(host ? { host } : {}) }, () =>
      server.close(() => resolve(undefined)),
    )
  })
}
