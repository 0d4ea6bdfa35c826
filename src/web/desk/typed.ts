import { createContext, useContext } from 'react'
import type { Posted } from './answers.ts'

/** What was typed in the form around, where a browser without script sent it and it was refused. */
export const TypedContext = createContext<Posted | undefined>(undefined)

/** What was typed in a control of that form, by its name. */
export function useTyped(name: string | undefined): string | undefined {
  return useContext(TypedContext)?.find(([other]) => other === name)?.[1]
}
