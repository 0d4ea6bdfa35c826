import { createContext, useContext } from 'react'
import type { DeskAnswer, Posted } from './answers.ts'

/** What was typed in the form around, where a browser without script sent it and it was refused. */
export const TypedContext = createContext<Posted | undefined>(undefined)

/** What was typed in a control of that form, by its name. */
export function useTyped(name: string | undefined): string | undefined {
  return useContext(TypedContext)?.find(([other]) => other === name)?.[1]
}

/** The same, by name, for a form that is none of DeskForm's. */
export function typedIn(answer: DeskAnswer | undefined): Readonly<Record<string, string>> {
  return answer?.ok === false ? Object.fromEntries(answer.posted ?? []) : {}
}
