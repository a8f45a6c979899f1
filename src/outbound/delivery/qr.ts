// A QR code as one vector path, sharp at any size on paper and screen.
import QRCode from 'qrcode'

/** Width of the quiet zone in modules (ISO/IEC 18004, 9.1). */
export const QUIET = 4

export interface QrCode {
  /** Modules per side, without the quiet zone. */
  readonly size: number
  /** SVG path data in modules, starting at 0,0. */
  readonly path: string
}

export function qrCode(text: string): QrCode {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; ) {
      const from = column
      while (column < size && data[row * size + column]) column += 1
      if (column > from) path += `M${from} ${row}h${column - from}v1h${from - column}z`
      else column += 1
    }
  }
  return { size, path }
}
