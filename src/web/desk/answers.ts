import type { Right, TeamRole } from '../../modules/team/public.ts'

/** The data around every screen of the desk. */
export interface DeskFrame {
  member: { id: string; name: string; role: TeamRole }
  /** The screens and actions that the member's role may use. */
  rights: readonly Right[]
  /** Obligations that are late or due within the hour. */
  urgent: number
  /** Open obligations by kind. */
  waiting: Readonly<Record<string, number>>
}

/** The data that a screen's loader returns, or the reason why there is none. */
export type DeskView<Data = unknown> =
  | { frame: DeskFrame; screen: Data; problem?: undefined }
  | { frame: DeskFrame; screen?: undefined; problem: 'forbidden' | 'not-found' }

/** The result of an action. */
export type DeskAnswer =
  | {
      ok: true
      /** The confirmation for the member who did it: 'Etapa 2 concluída; a cliente foi avisada.' */
      done: string
      /** The form that undoes it, for as long as the notice is shown. */
      undo?: { action: string; fields: Readonly<Record<string, string>> } | undefined
      /** The data requested: nothing was changed, and it is shown where it was requested. */
      found?: unknown
      /** Another screen to go to. */
      to?: string | undefined
    }
  | {
      ok: false
      code: string
      message: string
      /** The name of the control that the error is about. */
      field?: string | undefined
      /** The typed values, for a browser without script. */
      typed?: Readonly<Record<string, string>> | undefined
      /** For a browser without script: every field of the rejected form, except its file. */
      posted?: Posted | undefined
      /** The name of its file, which a browser does not send again by itself. */
      file?: string | undefined
    }

/** The names and values of a form, in order; a name may occur more than once. */
export type Posted = readonly (readonly [name: string, value: string])[]

/** The code of an answer that requires the second factor again before it executes the posted action. */
export const CONFIRM_AGAIN = 'confirm_again'

/** The field of that second factor, in the form that is posted again. */
export const confirmField = 'segundo-fator'

/** The data of a screen, by the type of its loader. */
export type ScreenData<Loader extends (...args: never[]) => Promise<{ data: DeskView }>> = Exclude<
  Awaited<ReturnType<Loader>>['data']['screen'],
  undefined
>

/** Marks a request that no user made: the screen reloads itself. */
export const backgroundHeader = 'x-desk-by-itself'
