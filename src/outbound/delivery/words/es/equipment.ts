// Setup steps for receivers and apps; placeholders such as `{host}` are replaced when shown.
import type { ReceiverKey } from '../../../../domain/delivery/receivers/names.ts'

export const equipment: Readonly<Record<ReceiverKey, readonly string[]>> = {
  emlid: [
    'En Emlid Flow conéctese al receptor y conéctelo a internet (SIM, o Wi-Fi del teléfono).',
    'Abra Correction input, elija NTRIP y agregue un perfil (Add profile).',
    'Escriba dirección {host}, puerto {port}, usuario {user}, su contraseña y punto de montaje {mountpoint}; guarde y conecte.',
  ],
  trimble: [
    'Cree un contacto GNSS para el enlace de datos por internet y active NTRIP: dirección {host}, puerto {port}, usuario {user} y su contraseña.',
    'En el estilo de levantamiento, elija ese contacto en el enlace de datos del móvil.',
    'Inicie el levantamiento y elija {mountpoint} en la tabla de puntos de montaje.',
  ],
  leica: [
    'Abra el asistente de perfil RTK del móvil (RTK rover wizard), cree un perfil y elija Internet como conexión.',
    'Cree el servidor con dirección {host} y puerto {port}; ponga User ID {user}, su contraseña de NTRIP y el punto de montaje {mountpoint}.',
    'Elija el formato de datos y termine el asistente.',
  ],
  topcon: [
    'En MAGNET Field abra Configure → Survey y edite la configuración: Type Network RTK; formato RTCM 3.x.',
    'En la conexión a internet elija la colectora o el módem del receptor y el protocolo NTRIP; Address {host}, Port {port}, User {user} y su contraseña.',
    'Al conectar, obtenga la lista de Mount points y elija {mountpoint}.',
  ],
  chcnav: [
    'En LandStar conéctese al receptor y abra Config → Work mode (Modo de trabajo); cree un modo Rover.',
    'En Data link elija PDA network (internet de la colectora) o Receiver network (SIM del receptor) y, en Protocol, NTRIP (CORS).',
    'Escriba IP/Domain {host} y Port {port}; en Source table elija {mountpoint}. Usuario {user} y su contraseña; guarde y acepte.',
  ],
  south: [
    'En SurPad conéctese al receptor y abra Device → Rover (Dispositivo → Móvil).',
    'En Data link elija Phone internet (colectora) o Device internet (SIM), con Connect mode NTRIP.',
    'En CORS settings escriba IP {host}, Port {port}, User {user} y su contraseña; obtenga los Access points, elija {mountpoint} y toque Apply.',
  ],
  hitarget: [
    'En Hi-Survey conéctese al receptor y abra Device → Rover (Equipo → Móvil).',
    'En Data link elija Data collector internet (colectora) o Internal network (SIM) y, en Server, CORS.',
    'Escriba IP {host} y Port {port}; en Source node elija {mountpoint}. User {user} y su contraseña; toque Set.',
  ],
  comnav: [
    'En Survey Master conéctese al receptor. En el modo de trabajo (Work mode) del móvil toque Add.',
    'Toque las tres barras a la derecha de Server y agregue la conexión NTRIP: {host}, puerto {port}, usuario {user} y su contraseña.',
    'Elija ese servidor, toque la flecha para obtener la lista y elija {mountpoint}. Seleccione el nuevo modo y toque Apply.',
  ],
  stonex: [
    'En Cube-a conéctese al receptor y abra Device → Rover (Dispositivo → Móvil).',
    'En Data link elija internet del teléfono o del receptor, con el modo NTRIP.',
    'Escriba dirección {host}, puerto {port}, usuario {user} y su contraseña; obtenga la lista, elija {mountpoint} y toque Apply.',
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
  septentrio: [
    'Abra la interfaz web del receptor y vaya a Corrections → NTRIP.',
    'Cree un cliente NTRIP: caster {host}, puerto {port}, usuario {user}, su contraseña y punto de montaje {mountpoint}.',
    'Guarde la configuración para que siga después de reiniciar.',
  ],
  older: [
    'Dé internet al receptor y abra sus ajustes de NTRIP, versión 1.',
    'Escriba servidor {host}, puerto {port}, usuario {user} y su contraseña.',
    'Elija el punto de montaje {mountpoint} y el formato RTCM 3.',
  ],
  swmaps: [
    'Conecte el receptor en Bluetooth GNSS (o USB Serial GNSS).',
    'En el menú abra NTRIP Client y escriba dirección {host}, puerto {port}, punto de montaje {mountpoint}, usuario {user} y su contraseña.',
    'Marque Send NMEA GGA y toque Connect.',
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
  ardusimple: [
    'La tarjeta recibe las correcciones de una aplicación del teléfono, de u-center o de un módulo de comunicación.',
    'En la aplicación escriba servidor {host}, puerto {port}, punto de montaje {mountpoint}, usuario {user} y su contraseña.',
    'Las configuraciones de ArduSimple reciben RTCM en UART1 y UART2 a 115200 baudios.',
  ],
  unicore: [
    'Conecte el módulo a una aplicación o computadora con cliente NTRIP.',
    'En ella escriba servidor {host}, puerto {port}, punto de montaje {mountpoint}, usuario {user} y su contraseña.',
    'Envíe las correcciones a un puerto serie del módulo; este las reconoce como móvil.',
  ],
  johndeere: [
    'En la pantalla del receptor pulse M-RTK y elija el tipo de corrección RTCM.',
    'En el puerto M-RTK ponga 19200 baudios, sin paridad, 8 bits de datos y 1 de parada; marque GGA.',
    'En la configuración del módem escriba los datos de su SIM, la dirección {host}, el puerto {port}, el punto de montaje {mountpoint}, el usuario {user} y su contraseña.',
  ],
  agleader: [
    'En la pantalla abra los ajustes de GPS y elija la corrección RTK por NTRIP (CORS).',
    'Configure el módem celular y escriba servidor {host}, puerto {port}, usuario {user} y su contraseña.',
    'Elija el punto de montaje {mountpoint} y conecte.',
  ],
  fjd: [
    'Dé internet a la tableta y abra los ajustes de la estación de referencia.',
    'Elija NTRIP y escriba servidor {host}, puerto {port}, usuario {user} y su contraseña.',
    'Elija el punto de montaje {mountpoint} y espere la solución fija.',
  ],
  dji: [
    'Conecte el control remoto a internet (Wi-Fi o SIM) y encienda el dron.',
    'En DJI Pilot 2 abra … → RTK, active el posicionamiento RTK y elija Custom network RTK (RTK de red personalizado).',
    'Escriba NTRIP address {host}, Port {port}, Account {user}, su contraseña y Mount point {mountpoint}; guarde y espere FIX antes de despegar.',
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
    'En RTKNAVI abra Input Streams (I) y, en (2) Base Station, elija NTRIP Client.',
    'En Opt escriba caster {host}, puerto {port}, punto de montaje {mountpoint}, usuario {user} y su contraseña; el formato es RTCM 3.',
    'Si el punto de montaje es de red, ponga Transmit NMEA GPGGA to Base Station en Single.',
  ],
  bnc: [
    'Pulse Add Stream y elija Caster.',
    'Escriba {host}, puerto {port}, usuario {user} y su contraseña, y pulse Get Table.',
    'Elija {mountpoint}, confirme con OK e inicie la recepción.',
  ],
}
