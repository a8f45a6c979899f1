import type { SentWords } from '../access.ts'

const SEEN =
  'El inicio es exacto al milisegundo del registro; pueden faltar o sobrar tramas que llegaron en ese mismo milisegundo.'

export const sent: SentWords = {
  certainty: {
    exact: () => 'Exactamente tantos bytes como el caster contó con esta base.',
    skips: (bytes) =>
      `Tantos bytes como el caster contó, pero omitió ${bytes} de ellos porque el rover leía demasiado lento. El registro no dice cuáles.`,
    differs: () =>
      'El caster contó otro número de bytes con esta base: la base se reconectó, cambió su fuente o se modificó el punto de montaje. Compare con cuidado.',
    unchecked: () =>
      `No se pudo verificar el número de bytes: el rover sigue usando esta base, o la usó por más de seis horas, o falló el nodo del caster. ${SEEN}`,
    computed: () =>
      'Un motor VRS o un caster externo calculó el flujo para este rover. No se graba, por lo que no se incluye.',
  },
  missingHours: (count) => `El archivo no tiene nada de ${count === 1 ? '1 hora' : `${count} horas`} de este periodo.`,
  unknownBefore:
    'El rover cambió de base tantas veces que el registro ya no tiene el inicio de este periodo. No se incluye.',
  converted: 'El punto de montaje convierte o filtra el flujo. Se usó su configuración actual.',
  always:
    'Los bytes se reconstruyen a partir del archivo. Se entregaron al sistema operativo para esta conexión; no se sabe si llegaron al rover. Las horas son aquellas en que el caster recibió las tramas.',
}
