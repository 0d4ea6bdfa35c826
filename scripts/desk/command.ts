import type { App } from '../../src/composition.ts'
import type { Outcome } from '../../src/core/outcome.ts'

export interface CommandInput {
  /** User id of the team member who decides. */
  actor: string
  ids: string[]
  /** Password of the account that a `founding` command creates. */
  newPassword?: string
  options: {
    motivo?: string
    valor?: string
    perdoar?: boolean
    devolver?: boolean
    'cobrar-de-novo'?: boolean
    ate?: string
    variante?: string
    'a-vista'?: string
    titulo?: string
    linha?: string[]
    parcela?: string[]
    espalhar?: boolean
    'e-nossa'?: boolean
    texto?: string
    'texto-de'?: string
    arquivo?: string
    correcao?: string
    palavras?: string
    protocolo?: string
    dia?: string
    como?: string
    chave?: string
    mostrar?: boolean
    salvar?: string
  }
}

export interface Command {
  /** Positional arguments; an optional one ends with a question mark. */
  args: readonly string[]
  /** The options that it takes besides --motivo. Any other is refused, because it would be ignored. */
  options?: readonly (keyof CommandInput['options'])[]
  /** One line of help. */
  description: string
  /**
   * Set for a command that runs without signing in, because no account exists yet; it prompts for the password of the new account
   * instead, unless this refuses what was typed before.
   */
  founding?(app: App, input: Pick<CommandInput, 'ids'>): Promise<Outcome<unknown, string>>
  run(app: App, input: CommandInput): Promise<Outcome<unknown, string>>
  /** Returns the lines to print for a result. */
  format(value: never): string[]
  /** Says that what was found must not be: the lines are printed, and the exit code is 1, for what runs the command by a timer. */
  isBreach?(value: never): boolean
}

/** Defines a command; infers the type of its result, which `format` prints. */
export function command<T, C extends string>(definition: {
  args: readonly string[]
  options?: NonNullable<Command['options']>
  description: string
  founding?: NonNullable<Command['founding']>
  run(app: App, input: CommandInput): Promise<Outcome<T, C>>
  format(value: T): string[]
  isBreach?(value: T): boolean
}): Command {
  return definition
}

/** Returns the actor and reason that every action requires. */
export function decisionOf({ actor, options }: Omit<CommandInput, 'ids'>): { actor: string; reason: string } {
  return { actor, reason: options.motivo ?? '' }
}
