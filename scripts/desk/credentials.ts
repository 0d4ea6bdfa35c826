import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The team account: from DESK_EMAIL and DESK_PASSWORD, else prompted for. Never an argument, which others could read. */
export async function credentials(env: NodeJS.ProcessEnv): Promise<{ email: string; password: string }> {
  const email = env.DESK_EMAIL ?? (await ask('E-mail da equipe: ', { hidden: false }))
  return { email, password: env.DESK_PASSWORD ?? (await ask('Senha: ', { hidden: true })) }
}

/** The password of a new account: from DESK_PASSWORD, else prompted for. */
export async function newPassword(env: NodeJS.ProcessEnv): Promise<string> {
  return env.DESK_PASSWORD ?? (await ask('Senha da nova conta: ', { hidden: true }))
}

function ask(question: string, { hidden }: { hidden: boolean }): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? nowhere : process.stderr,
    terminal: process.stdin.isTTY,
  })
  return new Promise((resolve) => {
    const end = (answer: string) => {
      if (hidden) process.stderr.write('\n')
      resolve(answer)
      lines.close()
    }
    lines.once('line', end)
    lines.once('close', () => resolve(''))
  })
}
