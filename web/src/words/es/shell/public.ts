export const es = {
  state: 'Estado de la red',
  allGood: 'Todas las estaciones medidas están en línea.',
  someBad: (bad: number, total: number) =>
    bad === 1 ? `1 de ${total} estaciones tiene problemas.` : `${bad} de ${total} estaciones tienen problemas.`,
  noStations: 'Esta red aún no tiene estaciones.',
  noneMeasured: 'Aún no hay mediciones de las estaciones de esta red.',
  someUnmeasured: (unmeasured: number) =>
    unmeasured === 1
      ? 'Las estaciones medidas están en línea; 1 está sin medición.'
      : `Las estaciones medidas están en línea; ${unmeasured} están sin medición.`,
  counts: 'Estaciones por estado',
  updated: 'Actualizado',
  every: 'Se actualiza automáticamente cada 30 segundos.',
  legend:
    'Cada barra es un día; hoy está a la derecha. Rojo: caída. Gris rayado: sin medición; no afecta el porcentaje.',
  stations: 'Estaciones',
  search: 'Buscar una estación',
  noneFound: 'Ninguna estación coincide.',
  uptime: (percent: string) => `${percent} en 60 días`,
  notMeasured: 'sin medición en 60 días',
  declared: (status: string) => `estado declarado: ${status}; aún sin medición`,
  bars: (code: string) => `Historial de 60 días de ${code}`,
  networkUptime: (days30: string, days60: string) =>
    `Disponibilidad de la red: ${days30} en 30 días, ${days60} en 60 días.`,
  showPast: (count: number) => (count === 1 ? 'Ver 1 incidente anterior' : `Ver ${count} incidentes anteriores`),
  hidePast: 'Ocultar incidentes anteriores',
  subscription: {
    title: 'Avisos por correo',
    email: 'Su correo electrónico',
    hint: 'Le escribiremos cuando haya un incidente o mantenimiento. Puede darse de baja en cualquier momento.',
    ask: 'Suscribirme',
    asked: (email: string) => `Enviamos un correo a ${email}. Ábralo para confirmar su suscripción.`,
    toConfirm: (email: string) => `¿Enviar a ${email} los avisos de incidentes y mantenimiento?`,
    confirm: 'Sí, suscribirme',
    refuse: 'No, gracias',
    confirmed: (email: string) => `${email} quedó suscrito a los avisos de incidentes y mantenimiento.`,
    leave: 'Cancelar la suscripción',
    left: (email: string) => `${email} ya no recibe avisos.`,
  },
  badge: {
    title: 'Muestre el estado en su sitio',
    alt: 'Estado de la red',
    hint: 'Pegue este código en su sitio',
  },
  map: 'Mapa de las estaciones',
  home: {
    title: (network: string) => `Bienvenido a ${network}`,
    hint: 'Correcciones GNSS con precisión centimétrica.',
    status: 'Estado de la red',
    statusHint: 'Qué estaciones están en línea y su historial de 60 días.',
    shop: 'Comprar acceso',
    shopHint: 'Elija cuánto tiempo y dónde va a trabajar, y vea la precisión esperada.',
    reference: 'API para desarrolladores',
    referenceHint: 'Emita credenciales desde su propio sistema.',
    console: 'Consola',
    consoleHint: 'Para operadores de la red y revendedores.',
  },
}
