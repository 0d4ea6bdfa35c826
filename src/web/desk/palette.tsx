import { Command } from 'cmdk'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { deskCopy as copy, type deskPlaces } from '../copy/desk.ts'

/** Ctrl K: goes anywhere by its name. */
export function Palette({
  places,
  isOpen,
  close,
}: {
  places: readonly (typeof deskPlaces)[number][]
  isOpen: boolean
  close: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  const go = (href: string) => {
    close()
    void navigate(href)
  }
  return (
    <dialog ref={dialog} className="desk-palette" aria-label={copy.palette} onClose={close}>
      {isOpen && (
        <Command label={copy.palette} loop>
          <Command.Input autoFocus placeholder={copy.search} />
          <Command.List>
            <Command.Empty>{copy.paletteEmpty}</Command.Empty>
            <Command.Group heading={copy.paletteGo}>
              {places.map(({ name, label, href }) => (
                <Command.Item key={name} value={label} onSelect={() => go(href)}>
                  {label}
                </Command.Item>
              ))}
            </Command.Group>
          </Command.List>
        </Command>
      )}
    </dialog>
  )
}
