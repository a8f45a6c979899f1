import type { Translations } from './translations.ts'

export const stations: Translations = {
  'false: the station has never been measured, and every other field is null.':
    '`false`: la estación nunca se ha medido y todos los demás campos son `null`.',
  'Epochs received of those expected in the last 10 minutes, in percent.':
    'Épocas recibidas de las esperadas en los últimos 10 minutos, en porcentaje.',
  'Median latency of the last minute.': 'Mediana de la latencia en el último minuto.',
  'Satellites in the last minute.': 'Satélites en el último minuto.',
  'Satellites by constellation.': 'Satélites por constelación.',
  'When data was last measured.': 'Cuándo se midieron datos por última vez.',
  'Distance between the position in the stream and the registered one.':
    'Distancia entre la posición que transmite el flujo y la registrada.',
  'Measured values of the last minute, those of a silent station as its Station shows them; nulls where nothing is measured, never the defaults.':
    'Valores medidos en el último minuto; los de una estación en silencio, como los muestra `Station`. `null` donde no hay medición, nunca los valores predeterminados.',
  'Identifier of the station.': 'Identificador de la estación.',
  'Station code. Accepted as `station_codigo` when creating a credential.':
    'Código de la estación. Se acepta como `station_codigo` al crear una credencial.',
  'Name of the station.': 'Nombre de la estación.',
  'Mexican state in which the station is located (not a status).':
    'Entidad federativa en la que está la estación (no es su estado de operación).',
  'Latitude in degrees, north positive.': 'Latitud en grados, positiva al norte.',
  'Longitude in degrees, east positive.': 'Longitud en grados, positiva al este.',
  'Radius within which the station serves as a single base.':
    'Radio en el que la estación da servicio como base única.',
  'Satellite systems of the station, as in an NTRIP sourcetable.':
    'Constelaciones de la estación, como en una tabla de fuentes NTRIP.',
  'true when the station has at least one real health record. When false, `salud_pct`, `latencia_ms` and `sats` are only defaults (99.9, 45 and 28), not measurements, and must not be presented as live data.':
    '`true` si la estación tiene al menos una medición real. Si es `false`, `salud_pct`, `latencia_ms` y `sats` son solo valores predeterminados (99.9, 45 y 28), no mediciones, y no deben mostrarse como datos en vivo.',
  'Epochs received of those expected in the last 10 minutes, in percent. Of a station that went silent it falls to 0.':
    'Épocas recibidas de las esperadas en los últimos 10 minutos, en porcentaje. Si la estación deja de enviar datos, baja a 0.',
  "Median latency of the last minute; null when a measured station's latency cannot be known, and while it is silent.":
    'Mediana de la latencia en el último minuto; `null` si la latencia de una estación medida no se puede conocer, y mientras está en silencio.',
  'Satellites in the last minute; 0 while a measured station is silent.':
    'Satélites en el último minuto; 0 mientras una estación medida está en silencio.',
  'Time of the last measured data; null if the station has never been measured.':
    'Hora de los últimos datos medidos; `null` si la estación nunca se ha medido.',
  'A reference station with its live status.': 'Una estación de referencia con su estado en vivo.',
  'Identifier of the group.': 'Identificador del grupo.',
  'Its name: `grupo` of credentials and orders.': 'Su nombre: el `grupo` de las credenciales y los pedidos.',
  'The codes of its active stations, in order.': 'Los códigos de sus estaciones activas, en orden.',
  'A named group of stations that one credential can give access to.':
    'Un grupo de estaciones con nombre, al que puede dar acceso una sola credencial.',
  'A page of groups.': 'Una página de grupos.',
  'Changes of status in those days, newest first, at most 500.':
    'Cambios de estado en esos días, los más recientes primero, 500 como máximo.',
  'A station, its health and its history.': 'Una estación, su salud y su historial.',
  'The active stations.': 'Las estaciones activas.',
  'One station.': 'Una estación.',
  'Measured stations: `offline` when the last data is older than 60 s, `degraded` when data flows but is incomplete (< 95 %), slow (median > 2,000 ms), stamped with a wrong time or has fewer than 10 satellites, or when the position it announces has differed from the registered one for 10 minutes (operators can change the limit, 0.10 m, or switch this off). `maintenance` is declared by the operator and wins. A station without telemetry keeps the status that the operator declared; one whose stream is not RTCM is `offline` when nothing has come for 60 s.':
    'Estaciones medidas: `offline` si los últimos datos tienen más de 60 s. `degraded` si llegan datos, pero incompletos (< 95 %), tardíos (mediana > 2,000 ms), con la hora incorrecta o con menos de 10 satélites, o si la posición que transmite lleva 10 minutos difiriendo de la registrada (el operador puede cambiar el límite, 0.10 m, o desactivarlo). `maintenance` lo declara el operador y tiene prioridad. Una estación sin telemetría conserva el estado que declaró el operador; si su flujo no es RTCM, es `offline` cuando no llega nada durante 60 s.',
  'When it became that.': 'Cuándo pasó a ese estado.',
  'A status and since when.': 'Un estado y desde cuándo.',
  'Days of the history: 60.': 'Días del historial: 60.',
  'Over all measured minutes of the history.': 'Sobre todos los minutos medidos del historial.',
  'One entry a day, oldest first, today last: always 60.':
    'Una entrada por día, la más antigua primero y hoy al final: siempre 60.',
  'How the station worked in the last 60 days.': 'Cómo funcionó la estación en los últimos 60 días.',
  'Day of Mexico central time.': 'Día en hora del centro de México.',
  'Up of all measured minutes, in percent; null when no minute of the day was measured.':
    'Minutos en servicio respecto a los medidos, en porcentaje; `null` si no se midió ningún minuto del día.',
  'Minutes in which the station worked.': 'Minutos en los que la estación funcionó.',
  'Minutes in which the station was down.': 'Minutos en los que la estación estuvo caída.',
  'Minutes without measurements. They never lower `uptime_pct`.': 'Minutos sin medición. Nunca bajan `uptime_pct`.',
  'Epochs received of those expected, in percent.': 'Épocas recibidas de las esperadas, en porcentaje.',
  'Median latency.': 'Mediana de la latencia.',
  'Satellites.': 'Satélites.',
  'One day of the history.': 'Un día del historial.',
  'List active stations with live status': 'Listar las estaciones activas con su estado en vivo',
  'Ordered by `codigo`, not paged. Supports `If-None-Match`.':
    'Ordenadas por `codigo`, sin páginas. Admite `If-None-Match`.',
  'Nothing has changed since the answer with this `ETag`.': 'Nada ha cambiado desde la respuesta con este `ETag`.',
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
