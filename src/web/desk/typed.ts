import { createContext, useContext } from 'react'
import type { DeskAnswer, Posted } from './answers.ts'

/** Values typed in the surrounding form, when a browser without scripts sent it and it was rejected. */
export const TypedContext = createContext<Posted | undefined>(undefined)

/** Returns the value typed in a control of that form, by the name of the control. */
export function useTyped(name: string | undefined): string | undefined {
  return useContext(TypedContext)?.find(([other]) => other === name)?.[1]
}

/** Returns the same values by name, for a form that is not a DeskForm. */
export function typedIn(answer: DeskAnswer | undefined): Readonly<Record<string, string>> {
  return answer?.ok === false ? Object.fromEntries(answer.posted ?? []) : {}
}
