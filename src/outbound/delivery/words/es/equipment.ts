// Setup steps for common equipment; placeholders such as `{host}` are replaced when shown. The PDF shows the short
// texts of the first ones.

export interface Equipment {
  readonly name: string
  readonly short: string
  readonly steps: readonly string[]
}

export const equipment: readonly Equipment[] = [
  {
    name: 'Emlid (Reach, Flow)',
    short: 'Emlid Flow: Correction input → NTRIP → Add profile.',
    steps: [
      'En Emlid Flow conéctese al receptor y conéctelo a internet (SIM, o Wi-Fi del teléfono).',
      'Abra Correction input, elija NTRIP y agregue un perfil (Add profile).',
      'Escriba dirección {host}, puerto {port}, usuario {user}, su contraseña y punto de montaje {mountpoint}; guarde y conecte.',
    ],
  },
  {
    name: 'SW Maps',
    short: 'Bluetooth GNSS → NTRIP Client → Connect.',
    steps: [
      'Conecte el receptor en Bluetooth GNSS (o USB Serial GNSS).',
      'En el menú abra NTRIP Client y escriba dirección {host}, puerto {port}, punto de montaje {mountpoint}, usuario {user} y su contraseña.',
      'Marque Send NMEA GGA y toque Connect.',
    ],
  },
  {
    name: 'Lefebure NTRIP Client',
    short: 'Settings → NTRIP Settings; Data Stream = punto de montaje.',
    steps: [
      'Settings → Receiver Settings: elija su receptor Bluetooth.',
      'Settings → NTRIP Settings: Protocol NTRIP v1.0, Caster IP {host}, Port {port}, Username {user} y su contraseña.',
      'En Data Stream elija {mountpoint} y, en Reported Location, Get From External Receiver. Regrese y toque Connect.',
    ],
  },
  {
    name: 'u-center (u-blox)',
    short: 'Receiver → NTRIP Client… → Update source table.',
    steps: [
      'Con el receptor conectado, abra Receiver → NTRIP Client…',
      'Escriba Address {host}, Port {port}, Username {user} y su contraseña, y oprima Update source table.',
      'Elija {mountpoint} y confirme con OK: las correcciones pasan al receptor.',
    ],
  },
  {
    name: 'Trimble Access',
    short: 'Estilo de levantamiento → Enlace de datos del móvil: Internet, contacto GNSS con NTRIP.',
    steps: [
      'En Configuraciones → Estilos de levantamiento, opciones del móvil: formato RTCM RTK (VRS (RTCM) para un punto de montaje de red).',
      'En Enlace de datos del móvil elija Conexión a Internet y cree un contacto GNSS con NTRIP: nombre {host}, puerto {port}, usuario {user} y su contraseña.',
      'Ponga «Conectar directamente al punto de montaje», escriba {mountpoint} e inicie el levantamiento.',
    ],
  },
  {
    name: 'Leica Captivate',
    short: 'Asistente de móvil RTK → Internet → NTRIP.',
    steps: [
      'Abra el asistente de perfil RTK del móvil (RTK rover wizard), cree un perfil y elija Internet como conexión.',
      'Cree el servidor con dirección {host} y puerto {port}; ponga User ID {user}, su contraseña de NTRIP y el punto de montaje {mountpoint}.',
      'Elija el formato de datos RTCM v3 y termine el asistente.',
    ],
  },
  {
    name: 'RTKLIB',
    short: 'RTKNAVI: Input Streams → (2) Base Station → NTRIP Client.',
    steps: [
      'En RTKNAVI abra Input Streams (I) y, en (2) Base Station, elija NTRIP Client.',
      'En Opt escriba caster {host}, puerto {port}, punto de montaje {mountpoint}, usuario {user} y su contraseña; el formato es RTCM 3.',
      'Si el punto de montaje es de red, ponga Transmit NMEA GPGGA to Base Station en Single.',
    ],
  },
  {
    name: 'CHCNAV (LandStar)',
    short: 'Config → Work mode → Rover: red de la colectora o SIM, NTRIP (CORS).',
    steps: [
      'En LandStar conéctese al receptor y abra Config → Work mode (Modo de trabajo); cree un modo Rover.',
      'En Data link elija PDA network (internet de la colectora) o Receiver network (SIM del receptor) y, en Protocol, NTRIP (CORS).',
      'Escriba IP/Domain {host} y Port {port}; en Source table elija {mountpoint}. Usuario {user} y su contraseña; guarde y acepte.',
    ],
  },
  {
    name: 'South (SurPad)',
    short: 'Device → Rover: Data link con internet, NTRIP; CORS settings.',
    steps: [
      'En SurPad conéctese al receptor y abra Device → Rover (Dispositivo → Móvil).',
      'En Data link elija Phone internet (colectora) o Device internet (SIM), con Connect mode NTRIP.',
      'En CORS settings escriba IP {host}, Port {port}, User {user} y su contraseña; obtenga los Access points, elija {mountpoint} y toque Apply.',
    ],
  },
  {
    name: 'Hi-Target (Hi-Survey)',
    short: 'Device → Rover: Data link internet; Server CORS.',
    steps: [
      'En Hi-Survey conéctese al receptor y abra Device → Rover (Equipo → Móvil).',
      'En Data link elija Data collector internet (colectora) o Internal network (SIM) y, en Server, CORS.',
      'Escriba IP {host} y Port {port}; en Source node elija {mountpoint}. User {user} y su contraseña; toque Set.',
    ],
  },
  {
    name: 'ComNav (Survey Master)',
    short: 'Device → Rover: Data link PDA CORS o Receiver CORS.',
    steps: [
      'En Survey Master conéctese al receptor y abra Device → Rover; agregue una configuración.',
      'En Data link elija PDA CORS (internet de la colectora) o Receiver CORS (SIM) con NTRIP.',
      'Escriba IP {host}, Port {port}, User {user} y su contraseña; obtenga la lista, elija {mountpoint} y toque Apply.',
    ],
  },
  {
    name: 'Topcon (MAGNET Field)',
    short: 'Configure → Survey: Network RTK; Internet con NTRIP.',
    steps: [
      'En MAGNET Field abra Configure → Survey y edite la configuración: Type Network RTK; formato RTCM 3.x.',
      'En la conexión a internet elija la colectora o el módem del receptor y el protocolo NTRIP; Address {host}, Port {port}, User {user} y su contraseña.',
      'Al conectar, obtenga la lista de Mount points y elija {mountpoint}.',
    ],
  },
  {
    name: 'Carlson (SurvCE, SurvPC)',
    short: 'Equip → GPS Rover → RTK: Network NTRIP.',
    steps: [
      'En SurvCE o SurvPC abra Equip → GPS Rover y pase a la pestaña RTK.',
      'En Device elija Data collector internet (o el módem del receptor) y, en Network, NTRIP; en su configuración escriba IP address {host}, Port {port}, User name {user} y su contraseña.',
      'Elija {mountpoint}; ponga Send rover position to network en Yes y el formato RTCM 3.',
    ],
  },
  {
    name: 'DJI (RTK)',
    short: 'DJI Pilot 2: … → RTK → Custom network RTK.',
    steps: [
      'Conecte el control remoto a internet (Wi-Fi o SIM) y encienda el dron.',
      'En DJI Pilot 2 abra … → RTK, active el posicionamiento RTK y elija Custom network RTK (RTK de red personalizado).',
      'Escriba NTRIP address {host}, Port {port}, Account {user}, su contraseña y Mount point {mountpoint}; guarde y espere FIX antes de despegar.',
    ],
  },
]
