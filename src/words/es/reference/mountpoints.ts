import type { Translations } from './translations.ts'

export const mountpoints: Translations = {
  '`vrs`: the network mountpoint; `base`: a single base.': '`vrs`: el punto de montaje de red; `base`: una sola base.',
  'Expected horizontal error in millimetres.': 'Error horizontal esperado, en milímetros.',
  'Expected vertical error in millimetres.': 'Error vertical esperado, en milímetros.',
  'Expected position error of the rover. With a single base, about 8 mm + 1 ppm horizontally and 15 mm + 1 ppm vertically.':
    'Error de posición esperado del rover. Con una sola base, unos 8 mm + 1 ppm en horizontal y 15 mm + 1 ppm en vertical.',
  'Name of the mountpoint, which the device requests from the caster.':
    'Nombre del punto de montaje, que el equipo pide al caster.',
  'Id of the station whose stream the mountpoint carries.':
    'Identificador de la estación cuyo flujo transmite el punto de montaje.',
  '`true` for the own mountpoint of the station, `false` for a derived mountpoint or an alias.':
    '`true` si es el punto de montaje propio de la estación; `false` si es uno derivado u otro nombre.',
  'Display name in the sourcetable.': 'Nombre que se muestra en la tabla de fuentes.',
  'Format of the stream.': 'Formato del flujo.',
  'Satellite systems whose observations the stream contains, as in an NTRIP sourcetable.':
    'Constelaciones cuyas observaciones contiene el flujo, como en una tabla de fuentes NTRIP.',
  'The stream contains only epochs at multiples of this number of seconds; `null` if it contains all epochs.':
    'El flujo contiene solo las épocas múltiplo de este número de segundos; `null` si contiene todas.',
  'Numbers of the only messages in the stream; `null` if it contains all messages except `mensajes_excluidos`.':
    'Números de los únicos mensajes del flujo; `null` si contiene todos menos los de `mensajes_excluidos`.',
  'Numbers of the messages that the stream omits; `null` if there are none.':
    'Números de los mensajes que omite el flujo; `null` si no omite ninguno por su número.',
  'Reference frame of the announced position; `null` for a mountpoint of another caster.':
    'Marco de referencia de la posición anunciada; `null` en un punto de montaje de otro caster.',
  'Reference frame that `datum` names; `null` if it is not in the table of frames, or for a mountpoint of another caster.':
    'Marco de referencia que nombra `datum`; `null` si no está en la tabla de marcos o si el punto de montaje es de otro caster.',
  '`true` if the mountpoint requires no credential.': '`true` si el punto de montaje no requiere credencial.',
  'A mountpoint of a station and the content of its stream.':
    'Un punto de montaje de una estación y el contenido de su flujo.',
  'Mountpoint to connect to.': 'Punto de montaje al que debe conectarse.',
  'Geodesic distance to the nearest station of the mountpoint, in kilometres.':
    'Distancia geodésica a la estación más cercana del punto de montaje, en kilómetros.',
  'Another mountpoint that covers the position.': 'Otro punto de montaje que cubre la posición.',
  'Mountpoint to connect to; `null` without coverage.':
    'Punto de montaje al que debe conectarse; `null` sin cobertura.',
  'Expected position error of the rover; `null` without coverage.':
    'Error de posición esperado del rover; `null` sin cobertura.',
  '`false` if no mountpoint covers this position. A distant base is never offered instead.':
    '`false` si ningún punto de montaje cubre esta posición. Nunca se ofrece en su lugar una base lejana.',
  'Geodesic distance to the nearest station of the selected mountpoint, in kilometres; without coverage, to `station`.':
    'Distancia geodésica a la estación más cercana del punto de montaje elegido, en kilómetros; sin cobertura, a `station`.',
  'The selected base; `null` for `vrs`. Without coverage: the station that would cover the position but is unavailable now, or else the nearest station.':
    'La base elegida; `null` con `vrs`. Sin cobertura: la estación que cubriría la posición pero ahora no está disponible o, si no hay, la más cercana.',
  'Stations of the selected mountpoint, nearest first.':
    'Las estaciones del punto de montaje elegido, la más cercana primero.',
  'Other mountpoints that cover the position.': 'Otros puntos de montaje que cubren la posición.',
  'Reason for the selection, in words.': 'El motivo de la elección, en palabras.',
  'The mountpoint selected for a position, and the reason.':
    'El punto de montaje elegido para una posición, y el motivo.',
  'Form of the observations: `as_is`, as the station sends them; `msm5` or `msm4`, converted from more complete messages; `legacy`, messages 1004 and 1012 for old rovers.':
    'Forma de las observaciones: `as_is`, como las envía la estación; `msm5` o `msm4`, convertidas de mensajes más completos; `legacy`, mensajes 1004 y 1012 para rovers antiguos.',
  'A page of mountpoints.': 'Una página de puntos de montaje.',
  '`vrs`: the network mountpoint; `base`: a single base; `ninguno`: no coverage.':
    '`vrs`: el punto de montaje de red; `base`: una sola base; `ninguno`: sin cobertura.',
  '`false` if the operator declared the status and it is not measured.':
    '`false` si el operador declaró el estado y no se mide.',
  'Geodesic distance to the position, in kilometres.': 'Distancia geodésica a la posición, en kilómetros.',
  'A station with its distance to the position.': 'Una estación y su distancia a la posición.',
  'List mountpoints of the stations and their content': 'Listar los puntos de montaje de las estaciones y su contenido',
  'The own and derived mountpoints of each active station, ordered by `nombre` (case-insensitive), paged. A credential of a station gives access to all of its mountpoints. The network mountpoint is not included.':
    'El punto de montaje propio y los derivados de cada estación activa, ordenados por `nombre` (sin distinguir mayúsculas), por páginas. La credencial de una estación da acceso a todos sus puntos de montaje. El punto de montaje de red no está incluido.',
  'Name of the mountpoint.': 'Nombre del punto de montaje.',
  '`vrs`: a VRS engine computes corrections for each position, and the nearest base replaces an engine that sends no data; `base`: the base nearest to the rover.':
    '`vrs`: un motor VRS calcula correcciones para cada posición, y la base más cercana lo sustituye mientras no envía datos; `base`: la base más cercana al rover.',
  'Reference frame that `datum` names; `null` if it is not in the table of frames.':
    'Marco de referencia que nombra `datum`; `null` si no está en la tabla de marcos.',
  'A mountpoint that serves many stations.': 'Un punto de montaje que da servicio con muchas estaciones.',
  'Only stations of this group serve the mountpoint; `null` for all stations.':
    'Solo las estaciones de este grupo dan servicio en el punto de montaje; `null` si son todas.',
  '`true` if the engine sent data when it was last checked.':
    '`true` si el motor envió datos en la última comprobación.',
  'The VRS engine of the default mountpoint.': 'El motor VRS del punto de montaje predeterminado.',
  'The error that the ionosphere adds between two stations, in parts per million of their distance.':
    'El error que añade la ionosfera entre dos estaciones, en partes por millón de su distancia.',
  'Class of the index.': 'Clase del índice.',
  'Time of the measurement.': 'Momento de la medición.',
  'Measured activity of the ionosphere over the network.': 'Actividad medida de la ionosfera sobre la red.',
  'Name of the network.': 'Nombre de la red.',
  'Mountpoints that serve many stations, the default one first.':
    'Puntos de montaje que atienden a toda la red; primero el predeterminado.',
  'The VRS engine of the default mountpoint; `null` if there is none.':
    'El motor VRS del punto de montaje predeterminado; `null` si no tiene.',
  'Activity of the ionosphere; `null` until it has been measured.':
    'Actividad de la ionosfera; `null` mientras no se haya medido.',
  'The network of stations as a whole.': 'La red de estaciones en conjunto.',
  'The network of stations.': 'La red de estaciones.',
  'Get the network, its mountpoints and its reference frame':
    'Consultar la red, sus puntos de montaje y su marco de referencia',
  'The mountpoints that serve the whole network, their engine, and the ionosphere. For the mountpoint of a position use `GET /vrs`.':
    'Los puntos de montaje que atienden a toda la red, su motor y la ionosfera. Para el punto de montaje de una posición use `GET /vrs`.',
  'The network.': 'La red.',
  'Select a mountpoint for a position': 'Elegir el punto de montaje para una posición',
  'Selects network RTK/VRS or a single base among online stations (or degraded ones, if no online station covers the position): the nearest station within 10 km; else the network mountpoint inside a triangle of stations whose sides are at most 70 km; else the nearest station whose `radio_km` covers the position; else no coverage. The operator can change these distances.':
    'Elige RTK de red/VRS o una sola base, con las estaciones en línea (o las degradadas, si ninguna en línea cubre la posición). En este orden: la estación más cercana a 10 km o menos; el punto de montaje de red, dentro de un triángulo de estaciones con lados de 70 km como máximo; la estación más cercana cuyo `radio_km` cubre la posición; si no hay ninguna, sin cobertura. El operador puede cambiar estas distancias.',
  'The selected mountpoint.': 'El punto de montaje elegido.',
}
