import type { QualityWords } from '../quality.ts'

const CABLE = 'revise el cable de la antena, sus conectores y su alimentación'

export const quality: QualityWords = {
  verdicts: { good: 'Buena', attention: 'Atención', bad: 'Mala', unknown: 'Sin datos' },
  reasons: {
    clock_wrong: {
      found: ({ value, limit }) =>
        `Las observaciones llegan ${value} s antes o después de su propia hora (límite ${limit} s)`,
      act: 'revise el reloj del receptor y después el retraso de su conexión',
    },
    coordinates_wrong: {
      found: ({ value, limit }) => `La antena está a ${value} m de la posición registrada (límite ${limit} m)`,
      act: 'corrija la posición registrada, o revise si la señal es de esta estación',
    },
    interference: {
      found: ({ band, value, limit }) =>
        `La mayoría de los satélites de ${band} bajó ${value} dB al mismo tiempo (límite ${limit} dB)`,
      act: `busque un transmisor o inhibidor cercano; si no termina en media hora, ${CABLE}`,
    },
    below_horizon: {
      found: ({ value }) => `Se reciben ${value} satélites que están bajo el horizonte`,
      act: 'revise la posición y el reloj del receptor; si son correctos, las señales pueden ser falsas',
    },
    ranges_contradict: {
      found: ({ value }) => `Las distancias a ${value} satélites contradicen a las demás`,
      act: 'reinicie el receptor; si varias estaciones lo reportan, las señales pueden ser falsas',
    },
    band_lost: {
      found: ({ band }) => `No hay satélites en ${band}, que la estación recibía hasta ahora`,
      act: `revise la configuración y la licencia del receptor; después, ${CABLE}`,
    },
    cn0_fell: {
      found: ({ band, value, limit }) => `C/N0 en ${band} bajó ${value} dB y sigue baja (límite ${limit} dB)`,
      act: CABLE,
    },
    cn0_low: {
      found: ({ band, value, limit }) => `C/N0 en ${band} es baja: mediana ${value} dB-Hz (mínimo ${limit} dB-Hz)`,
      act: `${CABLE}, y busque fuentes de interferencia`,
    },
    satellites_missing: {
      found: ({ value, limit }) => `Solo se recibe ${value} % de los satélites a la vista (mínimo ${limit} %)`,
      act: 'revise las obstrucciones, y la máscara de elevación y el límite de satélites del receptor',
    },
    losses_of_lock: {
      found: ({ band, value, limit }) =>
        `${value} pérdidas de señal en ${band} por satélite y hora (límite ${limit}); los rovers deben inicializar de nuevo`,
      act: 'revise interferencias, vibraciones y conectores flojos',
    },
    sky_obstructed: {
      found: ({ value, limit }) => `${value} % del cielo está obstruido (límite ${limit} %)`,
      act: 'retire lo que tapa el cielo, o suba la antena',
    },
    multipath: {
      found: ({ band, value, limit }) => `La multitrayectoria en ${band} es de ${value} m (límite ${limit} m)`,
      act: 'aleje la antena de superficies que reflejan, como techos y vehículos, o use una antena con plano de tierra',
    },
    half_cycles: {
      found: ({ band, value, limit }) =>
        `${value} % de las fases en ${band} tiene medio ciclo sin resolver (límite ${limit} %)`,
      act: 'actualice el firmware del receptor y revise la intensidad de la señal',
    },
    gaps: {
      found: ({ value, limit }) => `Falta ${value} % de las épocas (límite ${limit} %)`,
      act: 'revise la conexión de la estación y la carga del receptor',
    },
    antenna_differs: {
      found: ({ announced, recorded }) =>
        `La señal anuncia la antena ${announced}${recorded === null ? '' : `, pero está registrada ${recorded}`}`,
      act: 'confírmela o rechácela en el equipo de la estación',
    },
    no_orbits: {
      found: () => 'No se pueden revisar las obstrucciones ni la posición, porque ninguna estación envía efemérides',
      act: 'active los mensajes 1019, 1020, 1042 y 1046 en al menos un receptor',
    },
    strength_unknown: {
      found: () => 'La señal no contiene intensidades',
      act: 'active MSM4, MSM5 o MSM7 en el receptor',
    },
    not_measured: {
      found: () => 'No se midieron observaciones en los últimos 15 minutos',
      act: 'revise que la estación esté en línea y envíe observaciones RTCM',
    },
  },
  unchecked: {
    not_compared: 'su posición registrada está redondeada o no se conoce, o su señal no es RTCM',
    no_neighbour: 'no hay otra estación a menos de 100 km',
    little_memory: 'ningún caster tiene los 512 MB de memoria que se necesitan',
    no_data: 'la estación no envía observaciones',
    no_position: 'su señal no anuncia una posición (1005 o 1006)',
    wrong_clock: 'el reloj de su receptor está mal',
    no_ephemerides: 'ninguna estación envía efemérides (1019, 1042, 1046)',
    wrong_coordinates:
      'las observaciones contradicen las coordenadas anunciadas por más de 15 m; «Recalcular» en la pestaña Archivo encuentra dónde está la estación',
    two_bands: 'tiene menos de cinco satélites en común con una vecina en dos bandas',
    neighbour_without_data: 'ninguna vecina a menos de 100 km envía lo necesario',
    not_fixed: 'sus líneas base aún no tienen solución fija; puede tardar hasta 25 minutos',
    not_judged: 'no se calculó nada en los últimos 15 minutos',
  },
  ionosphere: { low: 'Baja', medium: 'Media', high: 'Alta', very_high: 'Muy alta' },
}
