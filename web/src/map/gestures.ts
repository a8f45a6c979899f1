// Lets a page scroll past its map: the wheel zooms only with Ctrl or ⌘ (which pinching a trackpad also sends), and a
// touch screen needs two fingers. Other attempts show a hint.
import type L from 'leaflet'
import type { MapWords } from './words.ts'

/** About one notch of a wheel; a trackpad sends fractions of that. */
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

  // The browser decides what a finger does before the pointer type is known, so the primary pointer sets the initial
  // state.
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

/** Hidden from screen readers: a user without a pointer neither turns a wheel nor touches the map. */
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
