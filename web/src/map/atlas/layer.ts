// The built-in map as a Leaflet layer: one canvas that exceeds the view by a margin. It is redrawn after a zoom, or
// when the view leaves the margin.
import L from 'leaflet'
import type { Places, Shapes } from './decode.ts'
import { type LetterInks, Letters } from './draw-labels.ts'
import { drawShapes, type Inks } from './draw-shapes.ts'
import { loadNear, loadPlaces, loadWorld } from './load.ts'
import { placeLabels, type Rectangle } from './place-labels.ts'
import type { View } from './view.ts'

/** From this zoom on, the detailed shapes are drawn. */
const NEAR_ZOOM = 4.2
/** Margin beyond each edge, as a share of the view. */
const AROUND = 0.25

export interface AtlasChoice {
  readonly language: string
  /** Draws only coasts, as a placeholder until the operator's tiles have loaded. */
  readonly onlyCoasts: boolean
}

export class AtlasLayer extends L.Layer {
  readonly #choice: AtlasChoice
  readonly #canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated map-atlas')
  #world: Shapes | null = null
  #near: Shapes | null = null
  #places: Places | null = null
  #taken: readonly L.LatLngLiteral[] = []
  #drawn: { corner: L.LatLng; zoom: number; bounds: L.Bounds } | null = null
  #theme: MutationObserver | null = null
  /** Text on a canvas keeps the fallback font, so it is redrawn once the font has loaded. */
  readonly #onFont = () => this.#draw()

  constructor(choice: AtlasChoice) {
    super()
    this.#choice = choice
    this.#canvas.setAttribute('aria-hidden', 'true')
  }

  override onAdd(map: L.Map): this {
    map.getPane('tilePane')!.prepend(this.#canvas)
    this.#theme = new MutationObserver(() => this.#draw())
    this.#theme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    document.fonts.addEventListener('loadingdone', this.#onFont)
    void this.#load()
    return this
  }

  override onRemove(): this {
    this.#theme?.disconnect()
    document.fonts.removeEventListener('loadingdone', this.#onFont)
    this.#canvas.remove()
    return this
  }

  override getEvents() {
    return {
      viewreset: () => this.#draw(),
      moveend: () => this.#draw(),
      zoom: () => this.#draw(),
      resize: () => this.#draw(),
      move: () => this.#follow(),
      zoomanim: (event: L.LeafletEvent) => this.#zoomTo(event as L.ZoomAnimEvent),
    }
  }

  /** Keeps labels away from these points, where stations are. */
  keepFree(points: readonly L.LatLngLiteral[]): void {
    this.#taken = points
    this.#draw()
  }

  async #load(): Promise<void> {
    // Map data that cannot be loaded is left out; stations are shown regardless.
    const take = async <Data>(loading: Promise<Data>, use: (data: Data) => void) => {
      const data = await loading.catch(() => null)
      if (data === null || !this._map) return
      use(data)
      this.#draw()
    }
    const world = take(loadWorld(), (data) => {
      this.#world = data
    })
    if (this.#choice.onlyCoasts) return world
    await Promise.all([
      world,
      take(loadNear(), (data) => {
        this.#near = data
      }),
      take(loadPlaces(), (data) => {
        this.#places = data
      }),
    ])
    this.#canvas.dataset.complete = String(this.#near !== null && this.#places !== null)
  }

  /** Redraws while dragging only when the canvas edge comes into view. */
  #follow(): void {
    const map = this._map
    if (!this.#drawn || this.#drawn.zoom !== map.getZoom()) return
    const seen = L.bounds(map.containerPointToLayerPoint([0, 0]), map.containerPointToLayerPoint(map.getSize()))
    if (!this.#drawn.bounds.contains(seen)) this.#draw()
  }

  /** Moves the canvas to where the drawing will be at the end of the zoom animation. */
  #zoomTo({ zoom, center }: L.ZoomAnimEvent): void {
    if (!this.#drawn) return
    const map = this._map
    const pane = L.DomUtil.getPosition(map.getPane('mapPane')!)
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round()
    const corner = map.project(this.#drawn.corner, zoom).subtract(origin)
    L.DomUtil.setTransform(this.#canvas, corner, map.getZoomScale(zoom, this.#drawn.zoom))
  }

  #draw(): void {
    const map = this._map
    if (!map || !this.#world) return
    const size = map.getSize()
    if (size.x === 0 || size.y === 0) return
    const pad = size.multiplyBy(AROUND).round()
    const corner = map.containerPointToLayerPoint(L.point(0, 0).subtract(pad)).round()
    const [width, height] = [size.x + 2 * pad.x, size.y + 2 * pad.y]
    const world = map.getPixelOrigin().add(corner)
    const zoom = map.getZoom()
    const view: View = { scale: 256 * 2 ** zoom, left: world.x, top: world.y, width, height }
    const context = this.#sized(width, height)
    const inks = this.#inks()
    const shapes = zoom < NEAR_ZOOM ? this.#world : (this.#near ?? this.#world)
    drawShapes(context, view, shapes, inks)
    if (this.#places) {
      const letters = new Letters(context, inks.family, this.#choice.language)
      letters.draw(placeLabels(this.#places, view, letters, this.#takenIn(corner)), inks)
    }
    L.DomUtil.setTransform(this.#canvas, corner, 1)
    this.#drawn = {
      corner: map.layerPointToLatLng(corner),
      zoom,
      bounds: L.bounds(corner, corner.add([width, height])),
    }
  }

  #sized(width: number, height: number): CanvasRenderingContext2D {
    const canvas = this.#canvas
    const ratio = window.devicePixelRatio || 1
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio)
      canvas.height = Math.round(height * ratio)
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
    }
    const context = canvas.getContext('2d')!
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    return context
  }

  #takenIn(corner: L.Point): Rectangle[] {
    const withCodes = !this._map.getContainer().hasAttribute('data-far')
    return this.#taken.map((place) => {
      const { x, y } = this._map.latLngToLayerPoint(place).subtract(corner)
      return { left: x - 12, top: y - 12, right: x + (withCodes ? 54 : 12), bottom: y + 12 }
    })
  }

  /** Reads the theme's colours from map.css. */
  #inks(): Inks & LetterInks & { family: string } {
    const style = getComputedStyle(this._map.getContainer())
    const ink = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
    return {
      sea: ink('sea'),
      land: ink('land'),
      coast: ink('coast'),
      shore: ink('shore'),
      border: ink('border'),
      state: ink('state'),
      river: ink('river'),
      country: ink('country'),
      stateName: ink('state-name'),
      city: ink('city'),
      seaName: ink('sea-name'),
      family: style.fontFamily,
    }
  }
}
