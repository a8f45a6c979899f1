import type { RecipeWords } from '../es/recipes.ts'

export const recipes: RecipeWords = {
  choose: 'Choose your receiver or app',
  chooseAnother: 'Choose another receiver or app',
  chosen: (name) => `Steps for ${name}`,
  groups: {
    survey: 'Receivers and software for surveying',
    apps: 'Apps on the phone',
    modules: 'Modules',
    machines: 'Farming and drones',
    programs: 'Programs on a computer',
  },
  onPaper: 'Scan the code, choose your receiver or app and follow its steps. There are instructions for:',
  general:
    'We found no document of the maker with the steps. These are general and not verified: names of menus can differ.',
  keepInMind: 'Keep in mind',
  facts: 'What is known about this equipment',
  ntrip: 'NTRIP',
  ntripVersions: { 1: 'Version 1 only', both: 'Versions 1 and 2' },
  position: 'Position (GGA)',
  positionReports: {
    automatic: 'Sends it automatically',
    switch: 'Sends it if you turn the option on',
    typed: 'Sends the one that you type',
  },
  reads: 'Messages',
  forms: { legacy: '1004 and 1012', msm4: 'MSM4', msm5: 'MSM5', msm7: 'MSM7' },
  tls: 'Encryption (TLS)',
  yes: 'Yes',
  no: 'No',
  steps: 'the steps',
  unconfirmed: (what) => `Not confirmed by the maker’s documents: ${what}.`,
  unconfirmedMark: 'not confirmed by the maker’s documents',
  othersMark: 'according to a document of others',
  sources: 'Sources',
  advice: {
    legacy: (mountpoints) =>
      `This equipment can’t read MSM. Use the mountpoint ${mountpoints}, which sends 1004 and 1012.`,
    legacyOneOf: (mountpoints) =>
      `This equipment can’t read MSM. Use the mountpoint of the nearest station: ${mountpoints}. They send 1004 and 1012.`,
    lighter: (mountpoints) =>
      `This equipment can fall behind with large streams. Use the mountpoint ${mountpoints}, which sends less data (MSM4).`,
    lighterOneOf: (mountpoints) =>
      `This equipment can fall behind with large streams. If it does, use the mountpoint of the nearest station: ${mountpoints}. They send less data (MSM4).`,
    noLegacy:
      'This equipment can’t read MSM, and your access has no mountpoint with messages 1004 and 1012. Ask your provider for one.',
  },
  doubt: {
    unknown: (mountpoint, others) =>
      `${mountpoint} needs the position of your equipment (GGA). We couldn’t confirm that this equipment sends it. If you get no corrections, ask your provider to register your work site${others === '' ? '' : `, or connect to the nearest station: ${others}`}.`,
    typed: (mountpoint, others) =>
      `${mountpoint} needs the position of your equipment (GGA). This program sends the one that you type: type that of your work site${others === '' ? '' : `, or connect to the nearest station: ${others}`}.`,
  },
  accepted: {
    address: 'Or paste this address:',
    lines: 'Or copy these lines into the console:',
    command: 'Or use this command, which passes the corrections to a serial port. Change the port and the speed:',
    qrAlt: 'QR code with the NTRIP address',
    secret: 'Show (contains the password)',
    hide: 'Hide',
  },
  traps: {
    baud_19200: 'The M-RTK port works at 19200 baud. Without the GGA box ticked, no position is sent.',
    deere_licences: 'Needs the RTK and Mobile RTK (M-RTK) activations, and the Mobile RTK modem of John Deere.',
    glonass_bias: 'Without message 1230 or 1033, GLONASS stays in FLOAT. If a fix takes long, tell your provider.',
    heavy_stream:
      'StarFire 6000 and 7000 can fall behind with three-frequency stations: the age of the correction grows. An MSM4 mountpoint avoids that.',
    leica_formats:
      'It has two RTCM 3 formats: choose RTCM v3 (MSM) if the mountpoint sends MSM, and RTCM v3 if it sends 1004 and 1012.',
    leica_gga: 'For a network mountpoint (VRS or i-MAX) turn on GGA with Fn GGA.',
    legacy_descriptors:
      'Some older receivers also need messages 1008 and 1033. If you get no fix, ask your provider for them.',
    lefebure_location: 'To send your position, set Reported Location to Get From External Receiver.',
    mock_location: 'To use the position in other apps, turn on Mock Location in Android.',
    needs_client: 'The module has no NTRIP client of its own: the app or the computer gets the corrections.',
    needs_position: 'Needs message 1005 or 1006 with the position of the base, which can take some seconds to arrive.',
    nmea_only: 'Set the receiver to send only NMEA messages; other messages cannot be read.',
    one_connection: 'Only one app can use the Bluetooth connection of the receiver. Close the others.',
    planner_tls: 'Uses encryption only with port 443 or with an https:// address.',
    planner_version: 'Uses NTRIP 2. Tick Send NTRIP protocol v1.0 if it doesn’t connect.',
    rtkrcv_ntrip:
      'rtkrcv of RTKLIB 2.4.3 b34 (Debian, Ubuntu) can’t connect by NTRIP. Receive with str2str and pass it to a TCP port.',
    send_position_serial:
      'The NTRIP client gets the position from the board: connect its output (TX) too, and leave NMEA GGA on.',
    septentrio_gga:
      'With Send GGA on auto it sends the position only if the caster asks for it; with sec1 or sec10, always.',
    surpad_tcp: 'If Connect mode doesn’t change from TCP Client to NTRIP, stop the connection with Stop first.',
    surveymaster_nmea:
      'With receivers of other brands it needs nine NMEA messages: GGA, GLL, GRS, GSA, GST, GSV, RMC, VTG and ZDA.',
    swmaps_menu: 'If the menu has no NTRIP Client, disconnect and choose the model of your receiver when you connect.',
    topcon_gga: 'Leave Automatic Rover Pos ticked: a typed position is still sent when you move.',
    trimble_format: 'In the rover options the format is RTCM RTK, or VRS (RTCM) for a network mountpoint.',
    trimble_version: 'It tries NTRIP 2, then NTRIP 1. If it doesn’t connect, tick Use NTRIP v1.0 in the contact.',
  },
}
