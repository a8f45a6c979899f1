// A page with a map on it is scrolled as any other: the wheel zooms only with Ctrl or ⌘ (which is also what pinching a trackpad sends),
// and on a screen that is touched the map takes two fingers. Whoever tries otherwise is told.
import type L from 'leaflet'
import type { MapWords } from './words.ts'

/** As of a wheel's notch; a trackpad sends small parts of it. */
const PX_A_ZOOM = 150
const PX_A_LINE = 18
const HINT_MS = 1400

export function addGestures(map: L.Map, words: Pick<MapWords, 'wheel' | 'fingers'>): () => void {
  const box = map.getContainer()
  const ending = new AbortController()
  const { signal } = ending
  const hint = addHint(box)
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

  let turned = 0
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) {
      hint.show(words.wheel(isApple ? '⌘' : 'Ctrl'))
      return
    }
    event.preventDefault()
    hint.hide()
    turned -= event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PX_A_LINE : 1)
    const snap = map.options.zoomSnap || 0
    const steps = turned / PX_A_ZOOM
    const wanted = snap === 0 ? steps : Math.trunc(steps / snap) * snap
    if (wanted === 0) return
    turned -= wanted * PX_A_ZOOM
    map.setZoomAround(map.mouseEventToContainerPoint(event), map.getZoom() + wanted, { animate: false })
  }
  box.addEventListener('wheel', onWheel, { passive: false, signal })

  // Which pointer it is, is only known once it is there; a browser decides earlier what a finger does, so it begins with the usual one.
  if (matchMedia('(pointer: coarse)').matches) map.dragging.disable()
  const onPointer = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') map.dragging.disable()
    else map.dragging.enable()
  }
  box.addEventListener('pointerdown', onPointer, { capture: true, signal })
  box.addEventListener(
    'touchmove',
    ({ touches, target }) => {
      const isMarker = target instanceof Element && target.closest('.leaflet-marker-draggable')
      if (touches.length === 1 && !isMarker) hint.show(words.fingers)
      else hint.hide()
    },
    { passive: true, signal },
  )
  return () => {
    ending.abort()
    hint.remove()
  }
}

/** Said to eyes alone: with a keyboard or a screen reader one neither turns a wheel nor lays on fingers. */
function addHint(box: HTMLElement) {
  const element = document.createElement('div')
  element.className = 'map-hint'
  element.setAttribute('aria-hidden', 'true')
  box.append(element)
  let timer = 0
  const hide = () => element.removeAttribute('data-shown')
  return {
    hide,
    show(text: string) {
      element.textContent = text
      element.setAttribute('data-shown', '')
      clearTimeout(timer)
      timer = window.setTimeout(hide, HINT_MS)
    },
    remove() {
      clearTimeout(timer)
      element.remove()
    },
  }
}
