import { encode } from 'uqr'

/** A QR code rendered as inline SVG, without any external service, with the quiet zone of four modules that the standard requires. */
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
