// Setup steps from the documents of the catalogue. Placeholders such as `{host}` are replaced when shown.
import type { DocumentedKey } from '../../../../domain/delivery/receivers/catalogue.ts'

export const equipment: Readonly<Record<DocumentedKey, readonly string[]>> = {
  south: [
    'En SurPad conéctese al receptor, abra Survey → Point Survey y toque el icono con el teléfono, arriba a la izquierda.',
    'En Connect Mode elija NTRIP; escriba dirección {host}, puerto {port}, usuario {user} y su contraseña, y elija {mountpoint}.',
    'Toque Start. Cuando Receive data aumente, toque Apply.',
  ],
  comnav: [
    'En Survey Master conéctese al receptor. En el modo de trabajo (Work mode) del móvil toque Add.',
    'Toque las tres barras a la derecha de Server y agregue la conexión NTRIP: {host}, puerto {port}, usuario {user} y su contraseña.',
    'Elija ese servidor, toque la flecha para obtener la lista y elija {mountpoint}. Seleccione el nuevo modo y toque Apply.',
  ],
  carlson: [
    'En SurvCE o SurvPC abra Equip → GPS Rover, elija su receptor y conéctese en Comms.',
    'Pase a la pestaña RTK. Elija internet como dispositivo y NTRIP como red; escriba {host}, puerto {port}, usuario {user} y su contraseña.',
    'Elija {mountpoint}, conecte y espere a que lleguen datos.',
  ],
  fieldgenius: [
    'Conecte el receptor como GNSS Rover y abra la configuración del enlace: Data Collector Internet, formato RTCM 3.',
    'En Data Source agregue el caster: dirección {host}, puerto {port}, usuario {user} y su contraseña.',
    'Pulse Connect, solicite la tabla (Sourcetable) y elija {mountpoint}.',
  ],
  swmaps: [
    'En el menú abra Bluetooth GNSS, elija el receptor y su modelo, y toque Connect.',
    'En el menú abra NTRIP Client y escriba dirección {host}, puerto {port}, punto de montaje {mountpoint}, usuario {user} y su contraseña.',
    'Toque Connect: aumentan los bytes que pasan al receptor.',
  ],
  lefebure: [
    'Toque el engrane. En Receiver Settings elija su receptor Bluetooth.',
    'En NTRIP Settings escriba Caster IP {host}, Port {port}, Username {user}, su contraseña y, en Data Stream, {mountpoint}.',
    'Regrese y toque Connect.',
  ],
  qfield: [
    'Abra el tablero lateral → menú de tres puntos → Settings → Positioning y conecte su receptor externo.',
    'Active Enable NTRIP Corrections y toque el botón de ajustes a su lado.',
    'Escriba servidor {host}, puerto {port}, punto de montaje {mountpoint}, usuario {user} y su contraseña. Las flechas muestran que llegan datos.',
  ],
  ublox: [
    'Con el receptor conectado, abra Receiver → NTRIP Client… en u-center.',
    'Escriba Address {host}, Port {port}, Username {user} y su contraseña, y pulse Update source table.',
    'Elija {mountpoint} y confirme con OK: las correcciones pasan al receptor.',
  ],
  dji: [
    'Conecte el control remoto a internet.',
    'En DJI Pilot abra los ajustes de RTK y elija Custom Network RTK (RTK de red personalizado).',
    'Escriba la cuenta NTRIP: servidor {host}, puerto {port}, cuenta {user}, su contraseña y punto de montaje {mountpoint}. Espere FIX y consérvelo durante el vuelo.',
  ],
  missionplanner: [
    'Abra Setup → Optional Hardware → RTK/GPS Inject.',
    'Elija NTRIP, pulse Connect y escriba la dirección ntrip://{user}:CONTRASEÑA@{host}:{port}/{mountpoint}, con su contraseña.',
    'Para un punto de montaje de red marque Send NTRIP GGA. El vehículo debe estar conectado.',
  ],
  mavproxy: [
    'Conéctese al vehículo y escriba module load ntrip en la consola.',
    'Con ntrip set indique caster {host}, port {port}, mountpoint {mountpoint}, username {user} y password con su contraseña.',
    'Escriba ntrip start. Revise la conexión con ntrip status.',
  ],
  rtklib: [
    'En RTKNAVI abra Input Streams (I), marque (2) Base Station y elija NTRIP Client.',
    'En Opt escriba caster {host}, puerto {port}, punto de montaje {mountpoint}, usuario {user} y su contraseña; el formato es RTCM 3.',
    'Si el punto de montaje es de red, ponga Transmit NMEA GGA to Base Station en Single Solution.',
  ],
  bnc: [
    'Pulse Add Stream y elija Caster.',
    'Escriba {host}, puerto {port}, usuario {user} y su contraseña, y pulse Get Table.',
    'Elija {mountpoint}, confirme con OK e inicie la recepción.',
  ],
}

/** For receivers without such a document. */
export const generalSteps: readonly string[] = [
  'Conecte su equipo a internet, por SIM, Wi-Fi o teléfono, y abra sus ajustes de correcciones por NTRIP. Algunos fabricantes los llaman CORS o RTK de red.',
  'Escriba servidor {host}, puerto {port}, usuario {user} y su contraseña.',
  'Elija el punto de montaje {mountpoint} y el formato RTCM 3, y conéctese.',
]
