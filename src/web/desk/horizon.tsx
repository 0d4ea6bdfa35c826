/** Logo on the navigation rail: a low sun on its horizon. */
export function Horizon() {
  return (
    <svg width="26" height="18" viewBox="0 0 26 18" aria-hidden="true">
      <path d="M4 13a9 9 0 0 1 18 0z" className="desk-sun" />
      <path d="M1 15.5h24" className="desk-horizon" />
    </svg>
  )
}
