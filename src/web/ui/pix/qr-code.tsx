import { encode } from 'uqr'

/** A QR code drawn here: no picture leaves or enters. Four modules of quiet around it, as the standard asks. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const quiet = 4
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('')
  const side = size + 2 * quiet
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      className="qr"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
