import { useEffect, useRef, useState } from 'react'
import { deskCopy as copy, type deskPlaces } from '../copy/desk.ts'
import { paths } from '../paths.ts'

export type Places = readonly (typeof deskPlaces)[number][]

type Search = typeof import('./palette-search.tsx').PaletteSearch

/**
 * Palette opened by Ctrl K: navigates to any screen by its name, and to any customer or order by known data. The code of the
 * search is loaded when the palette is first opened; text typed in the meantime is not lost.
 */
export function Palette({ places, isOpen, close }: { places: Places; isOpen: boolean; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [loaded, setLoaded] = useState<{ Search: Search }>()
  const [typed, setTyped] = useState('')
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    if (!isOpen) return dialog.current?.close()
    setTyped('')
    setEntered(false)
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
    import('./palette-search.tsx')
      .then(({ PaletteSearch }) => setLoaded({ Search: PaletteSearch }))
      // If the code cannot be loaded, the screen with the same search replaces it.
      .catch(() => location.assign(paths.deskCustomers()))
    return undefined
  }, [isOpen])
  return (
    <dialog ref={dialog} className="desk-palette" aria-label={copy.palette} onClose={close}>
      {isOpen && loaded && (
        <loaded.Search places={places} start={typed} isEntered={isEntered} close={close} />
      )}
      {isOpen && !loaded && (
        <input
          cmdk-input=""
          aria-label={copy.palette}
          placeholder={copy.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && setEntered(true)}
        />
      )}
    </dialog>
  )
}
