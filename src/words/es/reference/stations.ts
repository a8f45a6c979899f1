import type { Translations } from './translations.ts'

export const stations: Translations = {
  '`false` if the station has never been measured. All other fields are then `null`.':
    '`false` si la estación nunca se ha medido. Entonces todos los demás campos son `null`.',
  'Percentage of the expected epochs that were received in the last 10 minutes.':
    'Porcentaje de las épocas esperadas que se recibieron en los últimos 10 minutos.',
  'Median latency of the last minute in milliseconds.': 'Mediana de la latencia en el último minuto, en milisegundos.',
  'Number of satellites in the last minute.': 'Número de satélites en el último minuto.',
  'Number of satellites by constellation.': 'Número de satélites por constelación.',
  'Time of the last measured data.': 'Fecha y hora de los últimos datos medidos.',
  'Distance between the position in the stream and the registered one, in metres.':
    'Distancia entre la posición que transmite el flujo y la registrada, en metros.',
  'Measured values of the last minute. A silent station has the same values as in `station`. Values without a measurement are `null`, never the defaults.':
    'Valores medidos en el último minuto. Una estación en silencio tiene los mismos valores que en `station`. Los valores sin medición son `null`, nunca los predeterminados.',
  'Identifier of the station.': 'Identificador de la estación.',
  'Station code. Accepted as `station_codigo` when creating a credential.':
    'Código de la estación. Se acepta como `station_codigo` al crear una credencial.',
  'Name of the station.': 'Nombre de la estación.',
  'Mexican state in which the station is located (not a status).':
    'Entidad federativa en la que está la estación (no es su estado de operación).',
  'Latitude in degrees, north positive.': 'Latitud en grados, positiva al norte.',
  'Longitude in degrees, east positive.': 'Longitud en grados, positiva al este.',
  'Radius within which the station serves as a single base, in kilometres.':
    'Radio en el que la estación da servicio como base única, en kilómetros.',
  'Satellite systems of the station, as in an NTRIP sourcetable.':
    'Constelaciones de la estación, como en una tabla de fuentes NTRIP.',
  '`true` if the station has at least one real health record. If `false`, `salud_pct`, `latencia_ms` and `sats` are only defaults (99.9, 45 and 28), not measurements, and must not be presented as live data.':
    '`true` si la estación tiene al menos una medición real. Si es `false`, `salud_pct`, `latencia_ms` y `sats` son solo valores predeterminados (99.9, 45 y 28), no mediciones, y no deben mostrarse como datos en vivo.',
  'Percentage of the expected epochs that were received in the last 10 minutes. It falls to 0 after the station goes silent.':
    'Porcentaje de las épocas esperadas que se recibieron en los últimos 10 minutos. Si la estación deja de enviar datos, baja a 0.',
  'Median latency of the last minute in milliseconds; `null` if the latency of a measured station is unknown, or while the station is silent.':
    'Mediana de la latencia en el último minuto, en milisegundos; `null` si no se conoce la latencia de una estación medida, o mientras está en silencio.',
  'Number of satellites in the last minute; 0 while a measured station is silent.':
    'Número de satélites en el último minuto; 0 mientras una estación medida está en silencio.',
  'Time of the last measured data; `null` if the station has never been measured.':
    'Hora de los últimos datos medidos; `null` si la estación nunca se ha medido.',
  'Reference frame of the coordinates that the station sends; `null` if it is not in the table of frames.':
    'Marco de referencia de las coordenadas que envía la estación; `null` si no está en la tabla de marcos.',
  'Reference frame that `datum` names; `null` without coverage, or if it is not in the table of frames.':
    'Marco de referencia que nombra `datum`; `null` sin cobertura, o si no está en la tabla de marcos.',
  'A reference frame and the epoch of the coordinates.': 'Un marco de referencia y la época de las coordenadas.',
  'Name of the reference frame.': 'Nombre del marco de referencia.',
  'EPSG code of its geographic system with three dimensions.':
    'Código EPSG de su sistema geográfico de tres dimensiones.',
  'Epoch of the coordinates as a decimal year; `null` if the operator did not state one.':
    'Época de las coordenadas en años decimales; `null` si el operador no la indicó.',
  'A reference station with its live status.': 'Una estación de referencia con su estado en vivo.',
  'Identifier of the group.': 'Identificador del grupo.',
  'Name of the group, the `grupo` of credentials and orders.':
    'Nombre del grupo: el `grupo` de las credenciales y los pedidos.',
  'Codes of the active stations in the group, sorted.':
    'Códigos de las estaciones activas del grupo, en orden alfabético.',
  'A named group of stations that one credential can give access to.':
    'Un grupo de estaciones con nombre, al que puede dar acceso una sola credencial.',
  'A page of groups.': 'Una página de grupos.',
  'Status changes in the last 60 days, newest first, at most 500.':
    'Cambios de estado en los últimos 60 días, los más recientes primero, 500 como máximo.',
  'A station, its health and its history.': 'Una estación, su salud y su historial.',
  'The active stations.': 'Las estaciones activas.',
  'One station.': 'Una estación.',
  'A measured station is `offline` when its last data is older than 60 s. It is `degraded` when data arrives but is incomplete (< 95 %), late (median > 2,000 ms), stamped with a wrong time or has fewer than 10 satellites, or when the position in its stream has differed from the registered one for 10 minutes (the operator can change the limit of 0.10 m or disable this check). `maintenance` is declared by the operator and takes precedence. A station without telemetry keeps the status that the operator declared. A station whose stream is not RTCM is `offline` when no data has arrived for 60 s.':
    'Una estación medida es `offline` si sus últimos datos tienen más de 60 s. Es `degraded` si llegan datos, pero incompletos (< 95 %), tardíos (mediana > 2,000 ms), con la hora incorrecta o con menos de 10 satélites, o si la posición de su flujo lleva 10 minutos difiriendo de la registrada (el operador puede cambiar el límite de 0.10 m o desactivar esta revisión). `maintenance` lo declara el operador y tiene prioridad. Una estación sin telemetría conserva el estado que declaró el operador. Una estación cuyo flujo no es RTCM es `offline` si no llegan datos durante 60 s.',
  'A status and the time of the change.': 'Un estado y la fecha y hora del cambio.',
  'Number of days in the history: 60.': 'Número de días del historial: 60.',
  'Percentage of all measured minutes of the history in which the station worked; `null` if no minute was measured.':
    'Porcentaje de los minutos medidos del historial en los que la estación funcionó; `null` si no se midió ninguno.',
  'One entry per day, oldest first and today last; always 60 entries.':
    'Una entrada por día, la más antigua primero y hoy al final; siempre 60 entradas.',
  'Uptime of the station in the last 60 days.': 'Disponibilidad de la estación en los últimos 60 días.',
  'Day in Mexico central time.': 'Día en hora del centro de México.',
  'Percentage of the measured minutes in which the station worked; `null` if no minute of the day was measured.':
    'Porcentaje de los minutos medidos en los que la estación funcionó; `null` si no se midió ningún minuto del día.',
  'Minutes in which the station worked.': 'Minutos en los que la estación funcionó.',
  'Minutes in which the station was down.': 'Minutos en los que la estación estuvo caída.',
  'Minutes without measurements. They never lower `uptime_pct`.': 'Minutos sin medición. Nunca bajan `uptime_pct`.',
  'Percentage of the expected epochs that were received.': 'Porcentaje de las épocas esperadas que se recibieron.',
  'Mean of the median latencies of the day, in milliseconds.':
    'Promedio de las medianas de latencia del día, en milisegundos.',
  'Mean number of satellites.': 'Número promedio de satélites.',
  'One day of the history.': 'Un día del historial.',
  'List active stations with live status': 'Listar las estaciones activas con su estado en vivo',
  'Ordered by `codigo`, not paged. Supports `If-None-Match`.':
    'Ordenadas por `codigo`, sin páginas. Admite `If-None-Match`.',
  'Nothing has changed since the response with this `ETag`.': 'Nada ha cambiado desde la respuesta con este `ETag`.',
  'Get a station with its live status': 'Consultar una estación con su estado en vivo',
  'Same fields as in the list. An archived station returns 404.':
    'Los mismos campos que en la lista. Una estación archivada responde un 404.',
  'The station.': 'La estación.',
  'Get the health and 60-day uptime history of a station':
    'Consultar la salud de una estación y su disponibilidad de 60 días',
  'Minutes without measurements do not count as downtime and never lower `uptime_pct`.':
    'Los minutos sin medición no cuentan como caída y nunca bajan `uptime_pct`.',
  'Health and history.': 'Salud e historial.',
  'List station groups, newest first': 'Listar los grupos de estaciones, los más recientes primero',
  'Includes the codes of their active stations. Groups are created by the operator and visible to all organizations.':
    'Incluye los códigos de sus estaciones activas. El operador crea los grupos; todas las organizaciones los ven.',
}
