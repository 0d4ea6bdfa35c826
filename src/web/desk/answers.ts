import type { TeamRole } from '../../core/roles.ts'
import type { Right } from '../../modules/team/public.ts'

/** Data for the frame of every screen of the desk. */
export interface DeskFrame {
  member: { id: string; name: string; role: TeamRole }
  /** The screens and actions that the member's role may use. */
  rights: readonly Right[]
  /** Number of obligations that are late or due within the hour. */
  urgent: number
  /** Number of open obligations, by kind. */
  waiting: Readonly<Record<string, number>>
}

/** Data that a screen's loader returns, or the reason why there is none. */
export type DeskView<Data = unknown> =
  | { frame: DeskFrame; screen: Data; problem?: undefined }
  | { frame: DeskFrame; screen?: undefined; problem: 'forbidden' | 'not-found' }

/** Result of an action. */
export type DeskAnswer =
  | {
      ok: true
      /** The confirmation shown to the member who performed the action: 'Etapa 2 concluída; a cliente foi avisada.' */
      done: string
      /** The form that undoes the action, available while the toast is shown. */
      undo?: { action: string; fields: Readonly<Record<string, string>> } | undefined
      /** The requested data: nothing was changed, and the data is shown where it was requested. */
      found?: unknown
      /** The screen to navigate to. */
      to?: string | undefined
    }
  | {
      ok: false
      code: string
      message: string
      /** The name of the control that caused the error. */
      field?: string | undefined
      /** The typed values, for a browser without scripts. */
      typed?: Readonly<Record<string, string>> | undefined
      /** Every field of the rejected form except its file, for a browser without scripts. */
      posted?: Posted | undefined
      /** The name of the form's file, which a browser does not send again automatically. */
      file?: string | undefined
    }

/** Names and values of a form, in order; a name may occur more than once. */
export type Posted = readonly (readonly [name: string, value: string])[]

/** Code of an answer that requires the second factor again before the posted action is executed. */
export const CONFIRM_AGAIN = 'confirm_again'

/** Name of the field with that second factor, in the form that is posted again. */
export const confirmField = 'segundo-fator'

/** Type of the data of a screen, derived from its loader. */
export type ScreenData<Loader extends (...args: never[]) => Promise<{ data: DeskView }>> = Exclude<
  Awaited<ReturnType<Loader>>['data']['screen'],
  undefined
>

/** Type of the data that a form of a screen asks for, derived from the screen's action: `FoundData<typeof action, 'reveal'>`. */
export type FoundData<
  Action extends { kinds: object },
  Intent extends keyof Action['kinds'],
> = Action['kinds'][Intent] extends { run(...args: never[]): Promise<infer Answer> }
  ? Answer extends { found: infer Found }
    ? Found
    : never
  : never

/**
 * Returns the data that a form asked for. Without a script, the answer may be that to another form of the screen: any field may be
 * missing.
 */
export function readFound<Found extends object>(answer: DeskAnswer | undefined) {
  type Read = Found extends readonly unknown[] ? Found : Partial<Found>
  return answer?.ok ? (answer.found as Read | undefined) : undefined
}

/** Header of a request that no user action caused: the screen reloaded automatically. */
export const backgroundHeader = 'x-desk-by-itself'
