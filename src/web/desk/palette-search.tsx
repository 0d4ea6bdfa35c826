import { Command } from 'cmdk'
import { useEffect, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { foldAccents } from '../../core/folding.ts'
import { deskCopy as copy } from '../copy/desk.ts'
import { customersCopy } from '../copy/desk-customers.ts'
import { paths } from '../paths.ts'
import type { DeskAnswer } from './answers.ts'
import { foundIn, refusalIn, SEARCH_PAUSE } from './customers/found.ts'
import { placeOfFound } from './customers/place-of-found.ts'
import type { Places } from './palette.tsx'

/**
 * Search field and results of the palette.
 *
 * @param start text that was typed before this component was loaded
 * @param isEntered whether Enter was pressed before that
 */
export function PaletteSearch({
  places,
  start,
  isEntered,
  close,
}: {
  places: Places
  start: string
  isEntered: boolean
  close: () => void
}) {
  const [text, setText] = useState(start)
  const box = useRef<HTMLDivElement>(null)
  // The root element of the list is focusable too, and precedes the input.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const navigate = useNavigate()
  const fetcher = useFetcher<DeskAnswer>()
  const { submit } = fetcher
  useEffect(() => {
    if (text.trim().length < 2) return undefined
    const timer = setTimeout(() => {
      void submit({ intent: 'search', busca: text }, { method: 'post', action: paths.deskCustomers() })
    }, SEARCH_PAUSE)
    return () => clearTimeout(timer)
  }, [text, submit])
  const go = (href: string) => {
    close()
    void navigate(href)
  }
  const found = text.trim().length < 2 ? [] : (foundIn(fetcher.data)?.found ?? [])
  const named = places.filter(({ label }) => beginsAWord(label, text))
  const [chosen, setChosen] = useState('')
  const hasMoved = useRef(false)
  const firstFound = found[0]?.id
  // Search results arrive after the matching screens, and are listed above them. Enter opens the first, unless another was chosen.
  useEffect(() => {
    if (firstFound !== undefined && !hasMoved.current) setChosen(firstFound)
  }, [firstFound])
  const first = isEntered ? named[0]?.href : undefined
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    if (first !== undefined) latest.current(first)
  }, [first])
  return (
    <Command
      label={copy.palette}
      loop
      shouldFilter={false}
      ref={box}
      value={chosen}
      onValueChange={setChosen}
      onKeyDown={({ key }) => {
        if (key.startsWith('Arrow')) hasMoved.current = true
      }}
    >
      <Command.Input
        placeholder={copy.search}
        value={text}
        onValueChange={(typed) => {
          hasMoved.current = false
          setText(typed)
        }}
      />
      <Command.List>
        {found.length + named.length === 0 && (
          <p className="desk-palette-empty">{refusalIn(fetcher.data) ?? copy.paletteEmpty}</p>
        )}
        {found.length > 0 && (
          <Command.Group heading={copy.paletteFound}>
            {found.map((each) => (
              <Command.Item key={each.id} value={each.id} onSelect={() => go(placeOfFound(each))}>
                {each.kind === 'order' ? customersCopy.order(each.number) : each.name || customersCopy.noName}{' '}
                <span className="desk-hint">{each.kind === 'order' ? each.title : each.document}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {named.length > 0 && (
          <Command.Group heading={copy.paletteGo}>
            {named.map(({ name, label, href }) => (
              <Command.Item key={name} value={name} onSelect={() => go(href)}>
                {label}
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  )
}

/**
 * Whether a word of a label begins with a text, as people are found by the beginning of a name: 'num' is in 'Números', 'cid' not in
 * 'Privacidade'.
 */
function beginsAWord(label: string, text: string): boolean {
  return foldAccents(` ${label}`).includes(foldAccents(` ${text.trim()}`))
}
