// Texts for RINEX files that customers order.

export const rinex = {
  title: 'Archivos RINEX para posproceso',
  intro: 'Pida las observaciones grabadas de una estación, del tiempo en que tiene acceso.',
  used: (used: number, limit: number) => `${used} de ${limit} horas este mes`,
  unlimited: 'Incluidos sin límite de horas.',
  station: 'Estación',
  nearest: 'La más cercana a mi trabajo',
  position: 'Coordenadas de su trabajo (solo para la más cercana)',
  lat: 'Latitud',
  lng: 'Longitud',
  roverFile: 'Su archivo RINEX de observación: llena las coordenadas y las horas',
  roverFailed: 'No se pudo leer el archivo. Revise su conexión; puede medir 32 MB como máximo.',
  from: 'Desde (UTC)',
  until: 'Hasta (UTC)',
  interval: 'Intervalo',
  seconds: (seconds: number) => `${seconds} s`,
  order: 'Pedir archivos',
  orders: 'Sus archivos',
  states: {
    pending: (percent: number) => `En preparación (${percent} %). Actualice la página en un momento.`,
    failed: 'No se pudieron preparar.',
    expired: 'Vencidos: se conservan 7 días.',
  },
  complete: (percent: string) => `${percent} % completo`,
  period: (from: string, to: string) => `${from} – ${to} UTC`,
  notValid: 'Revise los datos: escriba las dos horas y elija una estación o unas coordenadas.',
  fields: {
    from: 'Desde',
    until: 'Hasta',
    intervalS: 'Intervalo',
    stationId: 'Estación',
    lat: 'Latitud',
    lng: 'Longitud',
  },
}

export type RinexWords = typeof rinex
