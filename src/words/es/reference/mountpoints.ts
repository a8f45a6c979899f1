import type { Translations } from './translations.ts'

export const mountpoints: Translations = {
  '`vrs`: the network mountpoint; `base`: a single base.': '`vrs`: el punto de montaje de red; `base`: una sola base.',
  'Horizontal, in millimetres.': 'Horizontal, en milímetros.',
  'Vertical, in millimetres.': 'Vertical, en milímetros.',
  'For a single base about 8 mm + 1 ppm horizontal and 15 mm + 1 ppm vertical.':
    'Con una sola base, unos 8 mm + 1 ppm en horizontal y 15 mm + 1 ppm en vertical.',
  'Name of the mountpoint: what a device asks the caster for.':
    'Nombre del punto de montaje: el que el equipo pide al caster.',
  'Identifier of the station whose stream it gives.': 'Identificador de la estación cuyo flujo transmite.',
  'Code of that station.': 'Código de esa estación.',
  "true: the station's own mountpoint; false: a derived mountpoint or another name.":
    '`true`: el punto de montaje propio de la estación; `false`: uno derivado u otro nombre.',
  'How it is called in the sourcetable.': 'Cómo se llama en la tabla de fuentes.',
  'Format of the stream.': 'Formato del flujo.',
  'Satellite systems whose observations it gives, as in an NTRIP sourcetable.':
    'Constelaciones cuyas observaciones transmite, como en una tabla de fuentes NTRIP.',
  'Only epochs at multiples of this number of seconds; null: all epochs.':
    'Solo épocas múltiplo de este número de segundos; `null`: todas las épocas.',
  'Numbers of the only messages that it gives; null: of all but those excluded.':
    'Números de los únicos mensajes que transmite; `null`: todos menos los excluidos.',
  'Numbers of the messages that it leaves out; null: of none.': 'Números de los mensajes que omite; `null`: ninguno.',
  'true: it needs no credential.': '`true`: no requiere credencial.',
  'A mountpoint of a station, and what it gives.': 'Un punto de montaje de una estación y lo que transmite.',
  'Mountpoint to connect to.': 'Punto de montaje al que debe conectarse.',
  'Geodesic distance to its nearest station.': 'Distancia geodésica a su estación más cercana.',
  'Another mountpoint that serves the position.': 'Otro punto de montaje que cubre la posición.',
  'null without coverage.': '`null` sin cobertura.',
  'false: no mountpoint serves this position; a far base is never offered instead.':
    '`false`: ningún punto de montaje cubre esta posición. Nunca se ofrece en su lugar una base lejana.',
  'Geodesic distance to the nearest station of the choice (without coverage, to `station`).':
    'Distancia geodésica a la estación más cercana de la opción elegida (sin cobertura, a `station`).',
  'The base; without coverage the station that would serve but does not now, or else the nearest; null for `vrs`.':
    'La base. Sin cobertura, la estación que cubriría la posición pero ahora no está disponible o, si no hay, la más cercana. `null` con `vrs`.',
  'The stations behind the choice, nearest first.': 'Las estaciones de la opción elegida, la más cercana primero.',
  'What else serves the position.': 'Otras opciones que cubren la posición.',
  'Why this was chosen, in words.': 'Por qué se eligió, en palabras.',
  'Which mountpoint serves a position, and why.': 'Qué punto de montaje cubre una posición, y por qué.',
  'How observations are given: `as_is` as the station sends them, `msm5` or `msm4` made of fuller ones, `legacy` as messages 1004 and 1012 for old rovers.':
    'Cómo se transmiten las observaciones: `as_is`, como las envía la estación; `msm5` o `msm4`, convertidas de mensajes más completos; `legacy`, en mensajes 1004 y 1012 para rovers antiguos.',
  'A page of mountpoints.': 'Una página de puntos de montaje.',
  '`vrs`: the network mountpoint; `base`: a single base; `ninguno`: no coverage.':
    '`vrs`: el punto de montaje de red; `base`: una sola base; `ninguno`: sin cobertura.',
  'false: the status is declared, not measured.': '`false`: el estado es declarado, no medido.',
  'Geodesic distance to the position.': 'Distancia geodésica a la posición.',
  'A station with its distance to the position.': 'Una estación y su distancia a la posición.',
  'List mountpoints of the stations and their content': 'Listar los puntos de montaje de las estaciones y su contenido',
  'The own and derived mountpoints of each active station, ordered by `nombre` (case-insensitive), paged. A credential of a station gives access to all of its mountpoints. The network mountpoint is not included.':
    'El punto de montaje propio y los derivados de cada estación activa, ordenados por `nombre` (sin distinguir mayúsculas), por páginas. La credencial de una estación da acceso a todos sus puntos de montaje. El punto de montaje de red no está incluido.',
  'Select a mountpoint for a position': 'Elegir el punto de montaje para una posición',
  'Selects network RTK/VRS or a single base among online stations (or degraded ones, if no online station covers the position): the nearest station within 10 km; else the network mountpoint inside a triangle of stations whose sides are at most 70 km; else the nearest station whose `radio_km` covers the position; else no coverage. The operator can change these distances.':
    'Elige RTK de red/VRS o una sola base, con las estaciones en línea (o las degradadas, si ninguna en línea cubre la posición). En este orden: la estación más cercana a 10 km o menos; el punto de montaje de red, dentro de un triángulo de estaciones con lados de 70 km como máximo; la estación más cercana cuyo `radio_km` cubre la posición; si no hay ninguna, sin cobertura. El operador puede cambiar estas distancias.',
  'The choice.': 'La opción elegida.',
}
