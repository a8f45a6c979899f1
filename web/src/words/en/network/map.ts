import type { es } from '../../es/network/map.ts'

export const en: typeof es = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show whole network',
  wheel: (key) => `Use ${key} + scroll to zoom the map`,
  fingers: 'Use two fingers to move the map',
  cluster: (count) => `${count} stations`,
  inCluster: (count, status) => `${status}: ${count}`,
  nearer: 'click to zoom in',
}
