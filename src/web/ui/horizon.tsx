/** A landscape at the bottom of a hero. Without a sun: the sun marks only what is happening now. */
export function Horizon() {
  return (
    <svg className="horizon" viewBox="0 0 1440 220" preserveAspectRatio="none" aria-hidden="true">
      <path className="fill-sunk" d="M0 128C260 84 500 150 760 116s440-62 680-14v118H0z" />
      <path className="fill-hill" d="M0 178c300-44 620 12 900-18s380-34 540-8v68H0z" />
    </svg>
  )
}
