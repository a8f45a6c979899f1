export const es = {
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  fit: 'Ver toda la red',
  /** `key` is Ctrl or ⌘. */
  wheel: (key: string) => `Use ${key} + rueda para acercar o alejar el mapa`,
  fingers: 'Mueva el mapa con dos dedos',
  cluster: (count: number) => `${count} estaciones`,
  inCluster: (count: number, status: string) => `${status}: ${count}`,
  nearer: 'clic para acercar',
}
