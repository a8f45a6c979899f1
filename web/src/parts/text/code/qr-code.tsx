// A QR code as one SVG path: no image to load and no third-party markup.
import { create } from 'qrcode'

const QUIET_ZONE = 4 // modules, required by ISO/IEC 18004

export function QrCode({ text, label, size = 200 }: { text: string; label: string; size?: number }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * QUIET_ZONE
  const squares = Array.from({ length: modules.size * modules.size }, (_, place) => place)
    .filter((place) => modules.data[place])
    .map((place) => `M${QUIET_ZONE + (place % modules.size)} ${QUIET_ZONE + Math.floor(place / modules.size)}h1v1h-1z`)
  // The background is white in the dark theme too: cameras need dark on light.
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
