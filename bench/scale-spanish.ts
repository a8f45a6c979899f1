// The Spanish texts of the tables in docs/es/scale.md, by the English text of a cell.
const CELLS: Readonly<Record<string, string>> = {
  'messages to rovers a second': 'mensajes por segundo a rovers',
  'bandwidth to rovers': 'ancho de banda hacia los rovers',
  'bandwidth from bases': 'ancho de banda desde las bases',
  'rows of sessions a second, one per rover and minute': 'filas de sesiones por segundo, una por rover y minuto',
  'caster processes N': 'procesos de caster N',
  'machines of 4, 8, 16 cores for them, one of which may be missing':
    'máquinas de 4, 8 y 16 núcleos para ellos, de las que puede faltar una',
  'casters that subscribe to a base, L': 'casters suscritos a una base, L',
  'NATS: messages a second, bytes out, cores': 'NATS: mensajes por segundo, bytes de salida, núcleos',
  'PostgreSQL: connections at most': 'PostgreSQL: máximo de conexiones',
  "PostgreSQL: cores for rovers' progress": 'PostgreSQL: núcleos para el avance de los rovers',
  "PostgreSQL: WAL of rovers' progress a day": 'PostgreSQL: WAL diario por el avance de los rovers',
  'PostgreSQL: disk for sessions, 4 per rover and day, kept for 180 days':
    'PostgreSQL: disco para sesiones, 4 por rover y día, que se conservan 180 días',
  'a machine of 8 cores fails, its rovers reconnect within 60 s: number of rovers, cores of PostgreSQL, cores of all casters':
    'falla una máquina de 8 núcleos y sus rovers se reconectan en 60 s: número de rovers, núcleos de PostgreSQL, núcleos de todos los casters',
  'all rovers connect at the same time: the shortest time until the last one is connected, limited by PostgreSQL on one core':
    'todos los rovers se conectan al mismo tiempo: tiempo mínimo hasta que se conecta el último, limitado por PostgreSQL en un núcleo',
  'memory of all casters': 'memoria de todos los casters',
  '*to be calculated*': '*por calcular*',
  symbol: 'símbolo',
  what: 'qué',
  measured: 'medido',
  section: 'sección',
  'CPU of a caster for a message delivered to a rover of its own base':
    'CPU de un caster por cada mensaje entregado a un rover de una base propia',
  'the same, where the base is on another caster': 'lo mismo, si la base está en otro caster',
  'CPU of a caster to publish a message': 'CPU de un caster para publicar un mensaje',
  'CPU of a caster to receive a message from the bus, before its rovers get it':
    'CPU de un caster para recibir un mensaje del bus, antes de entregarlo a sus rovers',
  'CPU of NATS for a message in and for each copy out': 'CPU de NATS por cada mensaje que entra y cada copia que sale',
  'CPU of a caster to admit a rover': 'CPU de un caster para admitir un rover',
  'CPU of PostgreSQL to admit a rover, with its session': 'CPU de PostgreSQL para admitir un rover, con su sesión',
  "CPU of PostgreSQL to write a rover's progress (once a minute and rover)":
    'CPU de PostgreSQL para guardar el avance de un rover (una vez por minuto y rover)',
  'WAL of the same': 'WAL de lo mismo',
  'disk of a session, with its indexes': 'disco de una sesión, con sus índices',
  'the same': 'la misma',
  'memory of a caster for a rover; without any': 'memoria de un caster por rover; sin rovers',
  'two casters on two cores against one: throughput at saturation':
    'dos casters en dos núcleos frente a uno: rendimiento en saturación',
  'latency that the bus adds, p50 and p99': 'latencia que agrega el bus, p50 y p99',
  '*to be measured*': '*por medir*',
  assumption: 'supuesto',
  value: 'valor',
  'f, epochs of a base per second': 'f, épocas por segundo de una base',
  'b, bytes of an epoch: four constellations on two frequencies, as `vertice demo` sends it':
    'b, bytes de una época: cuatro constelaciones en dos frecuencias, como la envía `vertice demo`',
  'bytes of a packet besides its data: TCP, IPv4 and a time stamp':
    'bytes de un paquete además de sus datos: TCP, IPv4 y una marca de tiempo',
  'w, share of its core that a caster uses at most': 'w, parte máxima de su núcleo que usa un caster',
  'casters on a machine of c cores': 'casters en una máquina de c núcleos',
  'pool of a caster among k on its machine': 'conexiones de un caster entre k en su máquina',
  'min(20, max(4, 96 / k)) connections, and 2 more': 'min(20, max(4, 96 / k)) conexiones, y 2 más',
  'API and background work': 'API y trabajo en segundo plano',
  '44 connections in two processes': '44 conexiones en dos procesos',
  'progress of a session is written every': 'el avance de una sesión se guarda cada',
}

/** Numbers, symbols and code stay as they are. */
export const inSpanish = (table: string): string =>
  table.replaceAll(/(?<=^\| |\| )[^|\n]+?(?= \|)/gm, (cell) => CELLS[cell] ?? cell.replace(/ times$/, ' veces'))
