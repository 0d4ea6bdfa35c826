import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

type Terminal = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/**
 * Returns the team account: from DESK_EMAIL and DESK_PASSWORD, otherwise prompted for. It is never an argument, which other users
 * of the machine could read.
 *
 * @returns undefined if no answer is typed
 */
export async function credentials(
  env: NodeJS.ProcessEnv,
  terminal: Terminal = process.stdin,
): Promise<{ email: string; password: string } | undefined> {
  const { ask, close } = prompts(terminal)
  try {
    const email = env.DESK_EMAIL || (await ask('E-mail da equipe: '))
    const password = env.DESK_PASSWORD || (email && (await ask('Senha: ', 'hidden')))
    return email && password ? { email, password } : undefined
  } finally {
    close()
  }
}

/** Returns the password of a new account: from DESK_PASSWORD, otherwise prompted for; undefined if none is typed. */
export async function newPassword(
  env: NodeJS.ProcessEnv,
  terminal: Terminal = process.stdin,
): Promise<string | undefined> {
  if (env.DESK_PASSWORD) return env.DESK_PASSWORD
  const { ask, close } = prompts(terminal)
  try {
    return (await ask('Senha da nova conta: ', 'hidden')) || undefined
  } finally {
    close()
  }
}

/** Creates prompts that read from a terminal or a pipe; they return '' at its end. */
function prompts(terminal: Terminal) {
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: terminal, output, terminal: terminal.isTTY ?? false })
  const answers = lines[Symbol.asyncIterator]()
  return {
    async ask(question: string, echo?: 'hidden'): Promise<string> {
      process.stderr.write(question)
      isHidden = echo === 'hidden'
      const { value, done } = await answers.next()
      if (isHidden) process.stderr.write('\n')
      return done ? '' : value
    },
    close: () => lines.close(),
  }
}
