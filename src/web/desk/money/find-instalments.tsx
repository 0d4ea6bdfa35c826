import type { useFetcher } from 'react-router'
import { moneyCopy as copy } from '../../copy/desk-money.ts'
import type { DeskAnswer } from '../answers.ts'

/**
 * Search for the open instalments of a customer, by the action `find` of its screen. It is posted because the typed text may be a
 * CPF.
 *
 * @param action the screen that has the action; by default the current one
 */
export function FindInstalments({
  finder,
  action,
}: {
  finder: ReturnType<typeof useFetcher<DeskAnswer>>
  action?: string
}) {
  return (
    <finder.Form method="post" className="desk-inline" role="search" {...(action && { action })}>
      <input type="hidden" name="intent" value="find" />
      <label className="desk-grow">
        {copy.find}
        <input
          className="control"
          type="search"
          name="busca"
          autoComplete="off"
          placeholder={copy.findHint}
        />
      </label>
      <button type="submit" className="btn btn-quiet btn-small">
        {copy.findGo}
      </button>
    </finder.Form>
  )
}
