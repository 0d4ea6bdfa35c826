import { paths } from '../paths.ts'
/** The mark: a sun on its horizon. */
export function LogoMark({ width = 34 }: { width?: number }) {
  return (
    <svg width={width} height={(width * 24) / 34} viewBox="0 0 34 24" aria-hidden="true">
      <path d="M5 17a12 12 0 0 1 24 0z" className="fill-sol" />
      <path d="M1.5 19.7h31" className="logo-line" strokeWidth={3} strokeLinecap="round" />
    </svg>
  )
}

/** @param isLink links to the landing page; false where nothing should link to the company's products */
export function Logo({ isLink = true }: { isLink?: boolean }) {
  const name = (
    <>
      <LogoMark />
      <span aria-hidden={isLink || undefined}>Recomeço</span>
    </>
  )
  if (!isLink) return <span className="logo">{name}</span>
  return (
    <a className="logo" href={paths.home()} aria-label="Recomeço, página inicial">
      {name}
    </a>
  )
}
