import type { Right, TeamRole } from '../../modules/team/public.ts'

/** What every screen of the desk has around it. */
export interface DeskFrame {
  member: { id: string; name: string; role: TeamRole }
  /** The screens and actions that the member's role may use. */
  rights: readonly Right[]
  /** Obligations that are late or due within the hour. */
  urgent: number
  /** Open obligations by kind. */
  waiting: Readonly<Record<string, number>>
}

/** What a screen's loader gives it; instead of data, why there is none. */
export type DeskView<Data = unknown> =
  | { frame: DeskFrame; screen: Data; problem?: undefined }
  | { frame: DeskFrame; screen?: undefined; problem: 'forbidden' | 'not-found' }

/** What became of an action. */
export type DeskAnswer =
  | {
      ok: true
      /** In the words of who did it: 'Etapa 2 concluída; a cliente foi avisada.' */
      done: string
      /** The form that takes it back, for as long as the notice is shown. */
      undo?: { action: string; fields: Readonly<Record<string, string>> } | undefined
      /** What was asked for: nothing was changed, and it is shown where it was asked. */
      found?: unknown
      /** Another screen to go to. */
      to?: string | undefined
    }
  | {
      ok: false
      code: string
      message: string
      /** The name of the control that it is about. */
      field?: string | undefined
      /** What was typed, for a browser without script. */
      typed?: Readonly<Record<string, string>> | undefined
      /** For a browser without script: everything that the refused form said, but for its file. */
      posted?: Posted | undefined
      /** The name of its file, which a browser does not send twice by itself. */
      file?: string | undefined
    }

/** The names and values of a form, in order; a name may be there more than once. */
export type Posted = readonly (readonly [name: string, value: string])[]

/** The code of an answer that asks for the second factor again before it does what was posted. */
export const CONFIRM_AGAIN = 'confirm_again'

/** The field of that second factor, in the form that is sent once more. */
export const confirmField = 'segundo-fator'

/** The data of a screen, by the type of its loader. */
export type ScreenData<Loader extends (...args: never[]) => Promise<{ data: DeskView }>> = Exclude<
  Awaited<ReturnType<Loader>>['data']['screen'],
  undefined
>

/** Marks a request that nobody asked for: the screen read itself again. */
export const backgroundHeader = 'x-desk-by-itself'
