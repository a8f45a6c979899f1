import type { Translations } from './translations.ts'

export const archive: Translations = {
  'Recorded observations of the stations, as RINEX files.':
    'Observaciones grabadas de las estaciones, como archivos RINEX.',
  'List the recorded hours and the daily files of a station':
    'Listar las horas grabadas y los archivos diarios de una estación',
  'UTC hours, oldest first, at most 31 days per request. Hours without data are listed with 0 epochs; hours before the archive of the station began are not. `diarios` has the files that are made of each whole day: they are kept longer than the recorded messages.':
    'Horas UTC, de la más antigua a la más reciente, hasta 31 días por solicitud. Las horas sin datos aparecen con 0 épocas; las anteriores al inicio del archivo de la estación no aparecen. `diarios` tiene los archivos que se generan de cada día completo: se conservan más tiempo que los mensajes grabados.',
  'The recorded hours.': 'Las horas grabadas.',
  'List RINEX requests of the organization, newest first':
    'Listar las solicitudes RINEX de la organización, de la más reciente a la más antigua',
  'A page of RINEX requests.': 'Una página de solicitudes RINEX.',
  'Request RINEX files': 'Pedir archivos RINEX',
  'The files are made in the background: read `GET /rinex/{id}`, or subscribe to the event `rinex.ready`. With `lat` and `lng` the nearest station that has at least 95 % of the window is used. Without enough data the response is 409 `no_data`. Each started hour of data counts toward the quota of the organization; beyond it the response is 409 `quota_exceeded`. Scope `archivo`.':
    'Los archivos se generan en segundo plano: consulte `GET /rinex/{id}` o suscríbase al evento `rinex.ready`. Con `lat` y `lng` se usa la estación más cercana que tenga al menos el 95 % de la ventana. Sin datos suficientes la respuesta es 409 `no_data`. Cada hora de datos iniciada cuenta para la cuota de la organización; si se excede, la respuesta es 409 `quota_exceeded`. Permiso `archivo`.',
  'The request, pending.': 'La solicitud, pendiente.',
  'Get a RINEX request and its files': 'Consultar una solicitud RINEX y sus archivos',
  'The addresses of the files need no token and work for 7 days. A request of another organization returns 404.':
    'Las direcciones de los archivos no necesitan token y sirven durante 7 días. Una solicitud de otra organización devuelve 404.',
  'Identifier of the request, such as `rnx_…`.': 'Identificador de la solicitud, como `rnx_…`.',
  'The request.': 'La solicitud.',
  'Start of the window; 24 hours before the end if omitted. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time.':
    'Inicio de la ventana; si se omite, 24 horas antes del final. Una hora ISO 8601 o una fecha `YYYY-MM-DD`, que se lee como las 00:00 del centro de México.',
  'End of the window, at most 31 days after the start; now if omitted. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time.':
    'Final de la ventana, hasta 31 días después del inicio; si se omite, ahora. Una hora ISO 8601 o una fecha `YYYY-MM-DD`, que se lee como las 00:00 del centro de México.',
  'Start of the UTC hour. RFC 3339 in UTC.': 'Inicio de la hora UTC. RFC 3339 en UTC.',
  'Recorded epochs.': 'Épocas grabadas.',
  'Expected epochs by the interval of the station; 0 if the interval is unknown.':
    'Épocas esperadas según el intervalo de la estación; 0 si no se conoce el intervalo.',
  'Percentage of the expected epochs; `null` if the interval of the station is unknown.':
    'Porcentaje de las épocas esperadas; `null` si no se conoce el intervalo de la estación.',
  'Seconds between the recorded epochs; 30 if only the daily file is left. `null` without data, or if it is unknown. `POST /rinex` accepts this interval and longer ones.':
    'Segundos entre las épocas grabadas; 30 si solo queda el archivo diario. `null` si no hay datos o no se conoce. `POST /rinex` acepta este intervalo y los mayores.',
  'Bytes of the recorded messages. After their deletion: the part of the hour in the daily file.':
    'Bytes de los mensajes grabados. Después de borrarlos: la parte de la hora en el archivo diario.',
  'One UTC hour of the archive. If the recorded messages were deleted, it has the epochs of the daily file, at 30 s.':
    'Una hora UTC del archivo. Si los mensajes grabados se borraron, tiene las épocas del archivo diario, a 30 s.',
  'Day of GPS time.': 'Día en tiempo GPS.',
  'Address of the download, valid until the file is made again. `null` without the scope `archivo`, and for organizations with a quota of hours: request the files with `POST /rinex`.':
    'Dirección de descarga, válida hasta que el archivo se genere de nuevo. `null` sin el permiso `archivo` y para organizaciones con cuota de horas: pida los archivos con `POST /rinex`.',
  'A file of a whole day.': 'Un archivo de un día completo.',
  'Observations at 30 s, and broadcast ephemerides if the station sent any.':
    'Observaciones a 30 s, y efemérides transmitidas si la estación envió alguna.',
  'The files of one day.': 'Los archivos de un día.',
  'Days of the window with daily files, oldest first. They are made after midnight UTC, and again if data arrives later.':
    'Días de la ventana con archivos diarios, del más antiguo al más reciente. Se generan después de la medianoche UTC, y de nuevo si más tarde llegan datos.',
  'Time of the first recorded epoch; `null` if nothing was recorded.':
    'Hora de la primera época grabada; `null` si no se ha grabado nada.',
  'Time of the last recorded epoch; `null` if nothing was recorded.':
    'Hora de la última época grabada; `null` si no se ha grabado nada.',
  'UTC hours, oldest first. Hours without data have 0 epochs. Hours before the first recorded one are left out.':
    'Horas UTC, de la más antigua a la más reciente. Las horas sin datos tienen 0 épocas. Las anteriores a la primera grabada se omiten.',
  'The archive of a station hour by hour.': 'El archivo de una estación hora por hora.',
  '`pendiente`: the files are being made. `lista`: the files can be downloaded. `fallida`: they could not be made. `vencida`: they were removed.':
    '`pendiente`: los archivos se están generando. `lista`: los archivos se pueden descargar. `fallida`: no se pudieron generar. `vencida`: se eliminaron.',
  'Id of the station.': 'Identificador de la estación.',
  'Version of RINEX.': 'Versión de RINEX.',
  'A station by id and code.': 'Una estación, por identificador y código.',
  'First missing epoch. RFC 3339 in UTC.': 'Primera época que falta. RFC 3339 en UTC.',
  'First epoch after the gap, or the end of the window. RFC 3339 in UTC.':
    'Primera época después del hueco, o el final de la ventana. RFC 3339 en UTC.',
  'A part of the window without data.': 'Una parte de la ventana sin datos.',
  'Name of the file, by the IGS convention for long names.':
    'Nombre del archivo, según la convención IGS de nombres largos.',
  '`obs`: observations. `nav`: broadcast ephemerides. `sitio`: site log.':
    '`obs`: observaciones. `nav`: efemérides transmitidas. `sitio`: ficha de la estación.',
  'Size of the file.': 'Tamaño del archivo.',
  'SHA-256 of the file.': 'SHA-256 del archivo.',
  'Address of the download. It needs no token and cannot be guessed.':
    'Dirección de descarga. No necesita token y es imposible de adivinar.',
  'A file to download.': 'Un archivo para descargar.',
  'Identifier of the request.': 'Identificador de la solicitud.',
  'State of the request.': 'Estado de la solicitud.',
  'The station whose data the files contain.': 'La estación cuyos datos contienen los archivos.',
  'Start of the window, by time of observation. RFC 3339 in UTC.':
    'Inicio de la ventana, por hora de observación. RFC 3339 en UTC.',
  'End of the window. An epoch at this time does not belong to it. RFC 3339 in UTC.':
    'Final de la ventana. Una época a esta hora ya no pertenece a ella. RFC 3339 en UTC.',
  'Seconds between the epochs.': 'Segundos entre las épocas.',
  'Constellations in the files, such as `GPS+GLO`; `null` for all.':
    'Constelaciones en los archivos, como `GPS+GLO`; `null` si son todas.',
  '`true` if a navigation file was requested.': '`true` si se pidió un archivo de navegación.',
  '`true` if the observations are compressed with CRINEX (Hatanaka) and gzip.':
    '`true` si las observaciones se comprimen con CRINEX (Hatanaka) y gzip.',
  'Progress of the work.': 'Avance del trabajo.',
  'Percentage of the expected epochs that the file has; `null` until the files are made.':
    'Porcentaje de las épocas esperadas que tiene el archivo; `null` hasta que se generen los archivos.',
  'The ten longest gaps, longest first.': 'Los diez huecos más largos, del más largo al más corto.',
  'The files; empty until they are made and after they were removed.':
    'Los archivos; vacío hasta que se generen y después de que se eliminen.',
  'With `fallida`: `no_data` (nothing was recorded), `wrong_clock` (what was received then has other times of observation), `not_readable` (no file of the archive can be read), `broken_off` or `internal_error`.':
    'Con `fallida`: `no_data` (no se grabó nada), `wrong_clock` (lo que se recibió entonces tiene otras horas de observación), `not_readable` (no se puede leer ningún fichero del archivo), `broken_off` o `internal_error`.',
  'Time of the request. RFC 3339 in UTC.': 'Fecha y hora de la solicitud. RFC 3339 en UTC.',
  'Time at which the files are removed, 7 days after they were made; `null` until then.':
    'Fecha y hora en que se eliminan los archivos, 7 días después de generarse; `null` hasta entonces.',
  '`true` if a test token made the request. Only test tokens see it.':
    '`true` si la solicitud se hizo con un token de prueba. Solo la ven los tokens de prueba.',
  'A request for RINEX files, and its result.': 'Una solicitud de archivos RINEX y su resultado.',
  'One request for RINEX files.': 'Una solicitud de archivos RINEX.',
  'A page of requests for RINEX files.': 'Una página de solicitudes de archivos RINEX.',
  'Only requests in this state.': 'Solo solicitudes en este estado.',
  'The request and its files.': 'La solicitud y sus archivos.',
  'With `lng`, instead of a station: the nearest station that has at least 95 % of the window.':
    'Con `lng`, en lugar de una estación: la estación más cercana que tenga al menos el 95 % de la ventana.',
  'Longitude of the position.': 'Longitud de la posición.',
  'Start of the window: ISO 8601 with an offset.': 'Inicio de la ventana: ISO 8601 con diferencia horaria.',
  'End of the window: after `desde` and not in the future. At most 24 hours with an interval below 15 s, otherwise 31 days.':
    'Final de la ventana: posterior a `desde` y no en el futuro. Hasta 24 horas con un intervalo menor de 15 s; si no, 31 días.',
  'Seconds between the epochs; 30 by default. Not below the interval of the station. 30 or 60 for hours of which only daily files are left.':
    'Segundos entre las épocas; 30 si se omite. No menos que el intervalo de la estación. 30 o 60 para horas de las que solo quedan archivos diarios.',
  'Version of RINEX; `3.05` by default.': 'Versión de RINEX; `3.05` si se omite.',
  'Constellations to include, joined with `+`; all by default.':
    'Constelaciones que se incluyen, unidas con `+`; todas si se omite.',
  'Adds a file with the broadcast ephemerides; `true` by default.':
    'Agrega un archivo con las efemérides transmitidas; `true` si se omite.',
  'Compresses the observations with CRINEX (Hatanaka) before gzip; `true` by default.':
    'Comprime las observaciones con CRINEX (Hatanaka) antes de gzip; `true` si se omite.',
  'A window of the archive of one station, given by id, code or position.':
    'Una ventana del archivo de una estación, indicada por identificador, código o posición.',
  'Hours of data in RINEX requests of the last 24 hours.':
    'Horas de datos en las solicitudes RINEX de las últimas 24 horas.',
  'The files of a RINEX request were made. `rinex` has the request with the addresses of its files, which need no token.':
    'Se generaron los archivos de una solicitud RINEX. `rinex` tiene la solicitud con las direcciones de sus archivos, que no necesitan token.',
  'List the positions of a station by day': 'Listar las posiciones de una estación por día',
  'Positions against the neighbouring stations, from the recorded observations, in millimetres from the position that the station announced. At most 366 days per request. A day that was not computed has `null`.':
    'Posiciones respecto de las estaciones vecinas, calculadas con las observaciones grabadas, en milímetros desde la posición que la estación anunció. Hasta 366 días por solicitud. Un día que no se calculó tiene `null`.',
  'The positions by day.': 'Las posiciones por día.',
  'Start of the window; 60 days before the end if omitted. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time.':
    'Inicio de la ventana; si se omite, 60 días antes del final. Una hora ISO 8601 o una fecha `YYYY-MM-DD`, que se lee como las 00:00 del centro de México.',
  'End of the window, at most 366 days after the start; now if omitted. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time.':
    'Final de la ventana, hasta 366 días después del inicio; si se omite, ahora. Una hora ISO 8601 o una fecha `YYYY-MM-DD`, que se lee como las 00:00 del centro de México.',
  'UTC day.': 'Día UTC.',
  'Millimetres to the east. `null` if the day was not computed.':
    'Milímetros hacia el este. `null` si el día no se calculó.',
  'Millimetres to the north. `null` if the day was not computed.':
    'Milímetros hacia el norte. `null` si el día no se calculó.',
  'Millimetres upwards. `null` if the day was not computed.':
    'Milímetros hacia arriba. `null` si el día no se calculó.',
  'Expected horizontal error in millimetres. `null` if the day was not computed.':
    'Error horizontal esperado en milímetros. `null` si el día no se calculó.',
  'Expected vertical error in millimetres. `null` if the day was not computed.':
    'Error vertical esperado en milímetros. `null` si el día no se calculó.',
  'Neighbouring stations that agree with the position.': 'Estaciones vecinas que coinciden con la posición.',
  '`false` with a single neighbour: either of the two stations can have moved.':
    '`false` con una sola vecina: pudo moverse cualquiera de las dos estaciones.',
  'Percentage of the epochs of the day that were recorded.': 'Porcentaje de las épocas del día que se grabaron.',
  'The position of a station on one day.': 'La posición de una estación en un día.',
  'One entry per UTC day of the window, oldest first.':
    'Una entrada por día UTC de la ventana, de la más antigua a la más reciente.',
  'The positions of a station by day.': 'Las posiciones de una estación por día.',
  'List the receivers and antennas of a station over time':
    'Listar los receptores y antenas de una estación a lo largo del tiempo',
  "The equipment that RINEX headers and site logs contain: from the station's stream, or as the operator recorded it. One receiver and one antenna are installed at a time.":
    'El equipo que aparece en los encabezados RINEX y en los site logs: del flujo de la estación, o como lo registró el operador. En cada momento hay un receptor y una antena instalados.',
  'The equipment history.': 'El historial de equipo.',
  'What was installed. New values may be added.': 'Qué se instaló. Pueden agregarse valores nuevos.',
  'IGS name of the receiver or antenna, without the radome.': 'Nombre IGS del receptor o de la antena, sin el radomo.',
  'Serial number. `null` if unknown.': 'Número de serie. `null` si no se conoce.',
  'Firmware version of the receiver. `null` if unknown.': 'Versión del firmware del receptor. `null` si no se conoce.',
  'IGS code of the radome; `NONE` if there is none. `null` if unknown.':
    'Código IGS del radomo; `NONE` si no hay. `null` si no se conoce.',
  'Height of the antenna reference point above the marker, in metres. `null` for a receiver, or if unknown.':
    'Altura del punto de referencia de la antena sobre la marca, en metros. `null` en un receptor, o si no se conoce.',
  'Metres from the marker to the east. `null` for a receiver, or if unknown.':
    'Metros desde la marca hacia el este. `null` en un receptor, o si no se conoce.',
  'Metres from the marker to the north. `null` for a receiver, or if unknown.':
    'Metros desde la marca hacia el norte. `null` en un receptor, o si no se conoce.',
  'When it was installed. RFC 3339 in UTC.': 'Cuándo se instaló. RFC 3339 en UTC.',
  'When it was removed. RFC 3339 in UTC. `null` while it is installed.':
    'Cuándo se retiró. RFC 3339 en UTC. `null` mientras está instalado.',
  'A receiver or antenna, from its installation to its removal.':
    'Un receptor o una antena, desde su instalación hasta su retiro.',
  'Receivers first, each kind newest first.': 'Primero los receptores; cada tipo, del más reciente al más antiguo.',
  'The equipment history of a station.': 'El historial de equipo de una estación.',
}
