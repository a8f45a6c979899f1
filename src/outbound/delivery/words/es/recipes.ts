// Texts about receivers: what to know, how sure it is, and which mountpoint suits.
import type { NtripVersions, PositionReports, ReadForm, Trap } from '../../../../domain/delivery/receivers/facts.ts'
import type { ReceiverGroup } from '../../../../domain/delivery/receivers/names.ts'

export const recipes = {
  choose: 'Elija su receptor o aplicación',
  chooseAnother: 'Elegir otro receptor o aplicación',
  chosen: (name: string) => `Pasos para ${name}`,
  groups: {
    survey: 'Receptores y software de topografía',
    apps: 'Aplicaciones del teléfono',
    modules: 'Módulos',
    machines: 'Agricultura y drones',
    programs: 'Programas de computadora',
  } satisfies Record<ReceiverGroup, string>,
  onPaper: 'Escanee el código, elija su receptor o aplicación y siga sus pasos. Hay instrucciones para:',
  general:
    'No encontramos un documento del fabricante con los pasos. Estos son generales y no están verificados: los nombres de los menús pueden ser otros.',
  keepInMind: 'Tome en cuenta',
  facts: 'Lo que se sabe de este equipo',
  ntrip: 'NTRIP',
  ntripVersions: {
    1: 'Solo versión 1',
    both: 'Versiones 1 y 2',
  } satisfies Record<NtripVersions, string>,
  position: 'Posición (GGA)',
  positionReports: {
    automatic: 'La envía automáticamente',
    switch: 'La envía si activa la opción',
    typed: 'Envía la que usted escribe',
  } satisfies Record<PositionReports, string>,
  reads: 'Mensajes',
  forms: { legacy: '1004 y 1012', msm4: 'MSM4', msm5: 'MSM5', msm7: 'MSM7' } satisfies Record<ReadForm, string>,
  tls: 'Cifrado (TLS)',
  yes: 'Sí',
  no: 'No',
  steps: 'los pasos',
  /** `what`: names of facts. */
  unconfirmed: (what: string) => `No confirmado por los documentos del fabricante: ${what}.`,
  unconfirmedMark: 'no confirmado por los documentos del fabricante',
  othersMark: 'según un documento de terceros',
  sources: 'Fuentes',
  advice: {
    legacy: (mountpoints: string) =>
      `Este equipo no lee MSM. Use el punto de montaje ${mountpoints}, que envía 1004 y 1012.`,
    legacyOneOf: (mountpoints: string) =>
      `Este equipo no lee MSM. Use el punto de montaje de la estación más cercana: ${mountpoints}. Envían 1004 y 1012.`,
    lighter: (mountpoints: string) =>
      `Este equipo puede atrasarse con datos extensos. Use el punto de montaje ${mountpoints}, que envía menos datos (MSM4).`,
    lighterOneOf: (mountpoints: string) =>
      `Este equipo puede atrasarse con datos extensos. Si pasa, use el punto de montaje de la estación más cercana: ${mountpoints}. Envían menos datos (MSM4).`,
    noLegacy:
      'Este equipo no lee MSM y su acceso no incluye un punto de montaje con los mensajes 1004 y 1012. Pídalo a su proveedor.',
  },
  doubt: {
    unknown: (mountpoint: string, others: string) =>
      `${mountpoint} necesita la posición de su equipo (GGA). No pudimos confirmar que este equipo la envíe. Si no recibe correcciones, pida a su proveedor que registre su lugar de trabajo${others === '' ? '' : `, o conéctese a la estación más cercana: ${others}`}.`,
    typed: (mountpoint: string, others: string) =>
      `${mountpoint} necesita la posición de su equipo (GGA). Este programa envía la que usted escribe: escriba la de su lugar de trabajo${others === '' ? '' : `, o conéctese a la estación más cercana: ${others}`}.`,
  },
  accepted: {
    address: 'O pegue esta dirección:',
    lines: 'O copie estas líneas en la consola:',
    command: 'O use este comando, que pasa las correcciones a un puerto serie. Cambie el puerto y la velocidad:',
    qrAlt: 'Código QR con la dirección NTRIP',
    secret: 'Mostrar (contiene la contraseña)',
    hide: 'Ocultar',
  },
  traps: {
    baud_19200: 'El puerto M-RTK trabaja a 19200 baudios. Sin la casilla GGA marcada no se envía la posición.',
    deere_licences: 'Necesita las activaciones RTK y Mobile RTK (M-RTK), y el módem Mobile RTK de John Deere.',
    glonass_bias: 'Sin el mensaje 1230 o 1033, GLONASS se queda en FLOAT. Si tarda en fijar, avise a su proveedor.',
    heavy_stream:
      'StarFire 6000 y 7000 pueden atrasarse con estaciones de tres frecuencias: la edad de la corrección crece. Un punto de montaje MSM4 lo evita.',
    leica_formats:
      'Tiene dos formatos RTCM 3: elija RTCM v3 (MSM) si el punto de montaje envía MSM, y RTCM v3 si envía 1004 y 1012.',
    leica_gga: 'Para un punto de montaje de red (VRS o i-MAX) active el envío de GGA con Fn GGA.',
    legacy_descriptors:
      'Algunos receptores antiguos también necesitan los mensajes 1008 y 1033. Si no fija, pídalos a su proveedor.',
    lefebure_location: 'Para enviar su posición, ponga Reported Location en Get From External Receiver.',
    mock_location:
      'Para usar la posición en otras aplicaciones, active la ubicación simulada (Mock Location) de Android.',
    needs_client: 'El módulo no tiene cliente NTRIP propio: la aplicación o la computadora trae las correcciones.',
    needs_position: 'Necesita el mensaje 1005 o 1006 con la posición de la base; puede tardar unos segundos en llegar.',
    nmea_only: 'Configure el receptor para enviar solo mensajes NMEA; otros mensajes impiden la lectura.',
    one_connection: 'Solo una aplicación puede usar la conexión Bluetooth del receptor. Cierre las demás.',
    planner_tls: 'Usa cifrado solo con el puerto 443 o con una dirección https://.',
    planner_version: 'Usa NTRIP 2. Marque Send NTRIP protocol v1.0 si no conecta.',
    rtkrcv_ntrip:
      'rtkrcv de RTKLIB 2.4.3 b34 (Debian, Ubuntu) no se conecta por NTRIP. Reciba con str2str y páselo a un puerto TCP.',
    send_position_serial:
      'El cliente NTRIP toma la posición de la tarjeta: conecte también su salida (TX) y deje activo NMEA GGA.',
    septentrio_gga:
      'Con Send GGA en auto envía la posición solo si el caster la pide; con sec1 o sec10 la envía siempre.',
    surpad_tcp: 'Si Connect mode no cambia de TCP Client a NTRIP, detenga primero la conexión con Stop.',
    surveymaster_nmea:
      'Con receptores de otra marca necesita nueve mensajes NMEA: GGA, GLL, GRS, GSA, GST, GSV, RMC, VTG y ZDA.',
    swmaps_menu: 'Si el menú no muestra NTRIP Client, desconecte y elija el modelo de su receptor al conectar.',
    topcon_gga:
      'Deje marcada Automatic Rover Pos: una posición escrita a mano se sigue enviando aunque usted se mueva.',
    trimble_format: 'En las opciones del móvil, el formato es RTCM RTK, o VRS (RTCM) para un punto de montaje de red.',
    trimble_version: 'Prueba NTRIP 2 y luego NTRIP 1. Si no conecta, marque Usar NTRIP v1.0 en el contacto.',
  } satisfies Record<Trap, string>,
}

export type RecipeWords = typeof recipes
