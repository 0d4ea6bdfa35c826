import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { deskCopy as copy } from '../copy/desk.ts'
import { paths } from '../paths.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import type { DeskFrame, DeskView } from './answers.ts'
import { Horizon } from './horizon.tsx'
import { Key } from './key.tsx'
import { switchLetters, useLetters } from './letter-keys.ts'
import { useLive } from './live.ts'
import { Palette } from './palette.tsx'
import { iconOf, isAt, type Place, placesOf, tabsOf } from './places.ts'
import { useShortcuts } from './shortcuts.ts'
import { UndoProvider } from './undo.tsx'
import { useFocusKept } from './use-focus-kept.ts'

/** Returns the frame data of the current screen, which every screen's loader provides. */
export function useFrame(): DeskFrame {
  const view = useMatches().at(-1)?.loaderData as DeskView | undefined
  if (!view?.frame) throw new Error('outside of a screen of the desk')
  return view.frame
}

/** Frame of every screen: the navigation rail or, on a phone, the bottom bar; the search; the last result, and its undo. */
export function Frame() {
  const view = useMatches().at(-1)?.loaderData as DeskView | undefined
  if (!view?.frame) return <Outlet />
  return (
    <UndoProvider>
      <FrameOf frame={view.frame} />
    </UndoProvider>
  )
}

function FrameOf({ frame }: { frame: DeskFrame }) {
  const [isSearching, setSearching] = useState(false)
  const busy = useNavigation().state !== 'idle'
  const letters = useLetters()
  useLive()
  useShortcuts({ search: () => setSearching(true) })
  useFocusKept()
  const places = placesOf(frame)
  useTitle(places)
  const tabs = tabsOf(places, frame.member.role)
  const more = useClosedByLeaving()
  return (
    <div
      className="desk-shell"
      data-busy={busy || undefined}
      data-letters={letters === false ? 'off' : undefined}
    >
      <nav className="desk-rail" aria-label={copy.nav}>
        <Link className="desk-brand" to={paths.desk()}>
          <Horizon />
          Recomeço
        </Link>
        {places.map((place) => (
          <PlaceLink key={place.name} place={place}>
            {place.label}
            <Count place={place} frame={frame} />
          </PlaceLink>
        ))}
        <div className="desk-who">
          {frame.member.name}
          <small>{copy.roles[frame.member.role]}</small>
          <Link to={paths.deskAccess()}>{copy.access}</Link>
          {letters !== undefined && (
            <button type="button" onClick={() => switchLetters(!letters)}>
              {letters ? copy.lettersOff : copy.lettersOn}
            </button>
          )}
          <form method="post" action={paths.deskLeave()}>
            <button type="submit">{copy.leave}</button>
          </form>
        </div>
      </nav>
      <div className="desk-body">
        <header className="desk-bar">
          <SearchLink open={() => setSearching(true)} />
        </header>
        <main id="conteudo" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <nav className="desk-tabs" aria-label={copy.nav}>
        {tabs.map((place) => (
          <PlaceLink key={place.name} place={place}>
            <b>
              {countAt(place, frame) === 0 ? (
                <Icon name={iconOf(place)} size={20} />
              ) : (
                <Count place={place} frame={frame} />
              )}
            </b>
            {place.label}
          </PlaceLink>
        ))}
        <details className="desk-more" ref={more}>
          <summary>
            <b aria-hidden="true">⋯</b>
            {copy.more}
          </summary>
          <div>
            {places
              .filter((place) => !tabs.includes(place))
              .map((place) => (
                <PlaceLink key={place.name} place={place}>
                  {place.label} <Count place={place} frame={frame} />
                </PlaceLink>
              ))}
            <Link to={paths.deskAccess()}>{copy.access}</Link>
            <form method="post" action={paths.deskLeave()}>
              <button type="submit">{copy.leave}</button>
            </form>
          </div>
        </details>
      </nav>
      <Palette places={places} isOpen={isSearching} close={() => setSearching(false)} />
      <ScrollRestoration getKey={({ pathname }) => pathname} />
    </div>
  )
}

/**
 * Sets the title of the tab to the current place, also when the screen was reached without a page load. The title contains no
 * personal data.
 */
function useTitle(places: readonly Place[]): void {
  const { pathname } = useLocation()
  const loaded = useRef(pathname)
  const name = places.find((place) => isAt(place, pathname))?.label
  useEffect(() => {
    if (loaded.current === pathname) return
    loaded.current = pathname
    const shown = name ?? document.querySelector('main h1')?.textContent
    document.title = shown ? `${shown} · ${copy.title}` : copy.title
  }, [pathname, name])
}

/** Returns the ref of a menu that closes on navigation, on a press elsewhere, and when it loses the focus. */
function useClosedByLeaving() {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is the occasion
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [key])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (menu.current?.open && target instanceof Node && !menu.current.contains(target))
        menu.current.open = false
    }
    addEventListener('pointerdown', leave)
    addEventListener('focusin', leave)
    return () => {
      removeEventListener('pointerdown', leave)
      removeEventListener('focusin', leave)
    }
  }, [])
  return menu
}

function PlaceLink({ place, children }: { place: Place; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Link to={place.href} aria-current={isAt(place, pathname) ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** Number of items waiting in a place; for the queue, of obligations that are late or due within the hour. */
function countAt(place: Place, frame: DeskFrame): number {
  return place.name === 'queue' ? frame.urgent : waitingAt(place, frame)
}

/** The number of items waiting in a place, that of the queue highlighted. */
function Count({ place, frame }: { place: Place; frame: DeskFrame }) {
  const count = countAt(place, frame)
  if (count === 0) return null
  return <span className={cx('desk-count', place.name === 'queue' && 'is-hot')}>{count}</span>
}

function waitingAt(place: Place, { waiting }: DeskFrame): number {
  const kinds: readonly string[] = 'kinds' in place ? (place.kinds as readonly string[]) : []
  return kinds.reduce((sum, kind) => sum + (waiting[kind] ?? 0), 0)
}

/** Link that opens the palette; without scripts it leads to the screen with the same search. */
function SearchLink({ open }: { open: () => void }) {
  return (
    <Link
      className="desk-find"
      to={paths.deskCustomers()}
      aria-keyshortcuts="Control+K"
      onClick={(event) => {
        event.preventDefault()
        open()
      }}
    >
      {copy.search}
      <span>
        <Key>Ctrl</Key> <Key>K</Key>
      </span>
    </Link>
  )
}
