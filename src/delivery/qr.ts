// A QR code as one path of squares, for paper and for the screen: sharp at any size, no image.
import QRCode from 'qrcode'

/** ISO/IEC 18004, 9.1: so many modules of quiet around it. */
export const QUIET = 4

export interface QrCode {
  /** Modules on a side, without the quiet zone. */
  readonly size: number
  /** SVG path data in modules; begins at 0,0. */
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
