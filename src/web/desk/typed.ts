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

/** Returns whether a box or an option of that form was ticked; undefined where no form was rejected. */
export function useTicked(name: string | undefined, value = 'on'): boolean | undefined {
  return useContext(TypedContext)?.some(([other, sent]) => other === name && sent === value)
}
