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
  'Frequency band of all constellations.': 'Banda de frecuencia de todas las constelaciones.',
  'Mean number of tracked satellites above 10 degrees.': 'Promedio de satélites seguidos sobre 10 grados.',
  'Mean number of satellites above 10 degrees that transmit in this band; `null` without ephemerides.':
    'Promedio de satélites sobre 10 grados que transmiten en esta banda; `null` sin efemérides.',
  'C/N0 of the band.': 'C/N0 de la banda.',
  'Losses of lock per satellite and hour.': 'Pérdidas de señal por satélite y hora.',
  'Code multipath, RMS in metres; `null` until enough was measured.':
    'Multitrayectoria de código, RMS en metros; `null` hasta medir lo suficiente.',
  'Means of the last 15 minutes of one band.': 'Promedios de los últimos 15 minutos de una banda.',
  '`punto`: single-point, against the registered position; `red`: from baselines to other stations, against the position that the stream announces.':
    '`punto`: posición puntual, respecto a la posición registrada; `red`: a partir de líneas base con otras estaciones, respecto a la posición que anuncia la transmisión.',
  'Worst verdict of the day: `buena`, `atencion` or `mala`; `null` if none was made.':
    'Peor veredicto del día: `buena`, `atencion` o `mala`; `null` si no hubo.',
  'Mean C/N0 of L1 in dB-Hz.': 'C/N0 promedio de L1 en dB-Hz.',
  'Losses of lock per satellite and hour, all bands.': 'Pérdidas de señal por satélite y hora, todas las bandas.',
  'Code multipath of all bands, RMS in metres.': 'Multitrayectoria de código de todas las bandas, RMS en metros.',
  'One measured day.': 'Un día medido.',
  'Millimetres to the east.': 'Milímetros al este.',
  'Millimetres to the north.': 'Milímetros al norte.',
  'Millimetres above the position that the stream announces; `null` if it announces no height.':
    'Milímetros sobre la posición que anuncia la señal; `null` si no anuncia altura.',
  'Start of the time of which this is the median. RFC 3339 in UTC.':
    'Inicio del tiempo del que esto es la mediana. RFC 3339 en UTC.',
  'Smallest movement that the method would notice.': 'Menor movimiento que el método notaría.',
  'The measured position against the registered one.': 'La posición medida comparada con la registrada.',
  'What was found and what to do, in Spanish.': 'Qué se encontró y qué hacer, en español.',
  'Measured value; `null` if the reason has none.': 'Valor medido; `null` si el motivo no tiene.',
  'Limit that the value exceeds; `null` if the reason has none.':
    'Límite que el valor rebasa; `null` si el motivo no tiene.',
  'Start of the condition. RFC 3339 in UTC.': 'Inicio de la condición. RFC 3339 en UTC.',
  'A reason for the verdict.': 'Un motivo del veredicto.',
  'What was found. New values may be added.': 'Qué se encontró. Pueden agregarse valores nuevos.',
  'Verdict of the last minutes.': 'Veredicto de los últimos minutos.',
  'Reasons, most important first; empty if the verdict is `buena`.':
    'Motivos, primero el más importante; vacío si el veredicto es `buena`.',
  'Bands that are received.': 'Bandas que se reciben.',
  'Satellites above the horizon; empty without ephemerides.': 'Satélites sobre el horizonte; vacío sin efemérides.',
  'Median of the last hour; `null` if no position could be solved.':
    'Mediana de la última hora; `null` si no se pudo calcular una posición.',
  'Measured days of the last 60, oldest first.': 'Días medidos de los últimos 60, del más antiguo al más reciente.',
  "Quality of a station's observations. Values without a measurement are `null`.":
    'Calidad de las observaciones de una estación. Los valores sin medición son `null`.',
  'Verdict on the observations of the station. `sin_datos`: they could not be checked, which does not mean that they are good.':
    'Veredicto sobre las observaciones de la estación. `sin_datos`: no se pudieron revisar, lo que no significa que sean buenas.',
  'Median, in dB-Hz; `null` if the stream sends none.': 'Mediana, en dB-Hz; `null` si la señal no la envía.',
  '10th percentile, in dB-Hz; `null` if the stream sends none.':
    'Percentil 10, en dB-Hz; `null` si la señal no la envía.',
  'C/N0 of the satellites above 10 degrees.': 'C/N0 de los satélites sobre 10 grados.',
  'As in RINEX.': 'Como en RINEX.',
  'Degrees, clockwise from north.': 'Grados, en sentido horario desde el norte.',
  'Degrees above the horizon.': 'Grados sobre el horizonte.',
  'C/N0 in dB-Hz; `null` if the satellite is above the horizon but not tracked.':
    'C/N0 en dB-Hz; `null` si el satélite está sobre el horizonte pero no se sigue.',
  'A satellite above the horizon.': 'Un satélite sobre el horizonte.',
  "Get the quality of a station's observations": 'Consultar la calidad de las observaciones de una estación',
  'Judged once a minute from the last 15 minutes, the position from the last hour and the obstructions from the last day. Values without a measurement are `null`, and a station that cannot be checked is `sin_datos`, never `buena`. Scope `read`.':
    'Se evalúa cada minuto con los últimos 15 minutos; la posición con la última hora y las obstrucciones con el último día. Los valores sin medición son `null`, y una estación que no se puede revisar es `sin_datos`, nunca `buena`. Permiso `read`.',
  'The verdict, its reasons and what was measured.': 'El veredicto, sus motivos y lo que se midió.',
}
