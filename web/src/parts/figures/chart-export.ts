// What leaves the page of a chart: its picture, and its values.
export type Cell = string | number | null

export interface Values {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export function csvOf({ columns, rows }: Values): Blob {
  const cell = (value: Cell) =>
    typeof value === 'string' && /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : `${value ?? ''}`
  const lines = [columns, ...rows].map((row) => row.map(cell).join(','))
  return new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' })
}

/** Properties that a picture needs without the page's style sheets. */
const PAINTED = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin'],
  ...['font-family', 'font-size', 'text-anchor', 'dominant-baseline'],
]
/** Pixels of the picture per pixel of the page. */
const SCALE = 2
const MARGIN = 12
const TITLE_HEIGHT = 28

/** The picture has a title, because it leaves the page without one. */
export async function pngOf(svg: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect()
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [svg, copy].map((one) => [one, ...one.querySelectorAll('*')]) as [Element[], Element[]]
  for (const [place, element] of from.entries()) {
    const style = getComputedStyle(element)
    for (const name of PAINTED) (to[place] as SVGElement).style.setProperty(name, style.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', `${width * SCALE}`)
  copy.setAttribute('height', `${height * SCALE}`)
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const page = getComputedStyle(document.body)
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * MARGIN) * SCALE
  canvas.height = (height + TITLE_HEIGHT + 2 * MARGIN) * SCALE
  const context = canvas.getContext('2d')!
  context.fillStyle = page.backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = page.color
  context.font = `600 ${14 * SCALE}px ${page.fontFamily}`
  context.fillText(title, MARGIN * SCALE, (MARGIN + 14) * SCALE, width * SCALE)
  context.drawImage(image, MARGIN * SCALE, (MARGIN + TITLE_HEIGHT) * SCALE)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))), 'image/png')
  })
}
