import type { equipment as spanish, generalSteps as spanishSteps } from '../es/equipment.ts'

export const equipment: typeof spanish = {
  south: [
    'In SurPad connect to the receiver, open Survey → Point Survey and tap the icon with the phone at the top left.',
    'For Connect Mode choose NTRIP; type address {host}, port {port}, user {user} and your password, and choose {mountpoint}.',
    'Tap Start. Once Receive data grows, tap Apply.',
  ],
  comnav: [
    'In Survey Master connect to the receiver. In the Work mode of the rover tap Add.',
    'Tap the three bars to the right of Server and add the NTRIP connection: {host}, port {port}, user {user} and your password.',
    'Choose that server, tap the arrow to get the list and choose {mountpoint}. Select the new mode and tap Apply.',
  ],
  carlson: [
    'In SurvCE or SurvPC open Equip → GPS Rover, choose your receiver and connect it in Comms.',
    'Go to the RTK tab. Choose internet as the device and NTRIP as the network; type {host}, port {port}, user {user} and your password.',
    'Choose {mountpoint}, connect and wait for data.',
  ],
  fieldgenius: [
    'Connect the receiver as GNSS Rover and open the link configuration: Data Collector Internet, format RTCM 3.',
    'In Data Source add the caster: address {host}, port {port}, user {user} and your password.',
    'Press Connect, request the Sourcetable and choose {mountpoint}.',
  ],
  swmaps: [
    'In the menu open Bluetooth GNSS, choose the receiver and its model, and tap Connect.',
    'Open NTRIP Client in the menu and type address {host}, port {port}, mountpoint {mountpoint}, user {user} and your password.',
    'Tap Connect: the bytes that are passed to the receiver grow.',
  ],
  lefebure: [
    'Tap the gear. In Receiver Settings choose your Bluetooth receiver.',
    'In NTRIP Settings type Caster IP {host}, Port {port}, Username {user}, your password and, in Data Stream, {mountpoint}.',
    'Go back and tap Connect.',
  ],
  qfield: [
    'Open the side dashboard → menu with three dots → Settings → Positioning and connect your external receiver.',
    'Turn on Enable NTRIP Corrections and tap the settings button next to it.',
    'Type host {host}, port {port}, mountpoint {mountpoint}, user {user} and your password. The arrows show that data arrives.',
  ],
  ublox: [
    'With the receiver connected, open Receiver → NTRIP Client… in u-center.',
    'Type Address {host}, Port {port}, Username {user} and your password, and press Update source table.',
    'Choose {mountpoint} and confirm with OK: the corrections go to the receiver.',
  ],
  dji: [
    'Give the remote controller internet.',
    'In DJI Pilot open the RTK settings and choose Custom Network RTK.',
    'Enter the NTRIP account: host {host}, port {port}, account {user}, your password and mountpoint {mountpoint}. Wait for FIX, and keep it during the flight.',
  ],
  missionplanner: [
    'Open Setup → Optional Hardware → RTK/GPS Inject.',
    'Choose NTRIP, press Connect and type the address ntrip://{user}:PASSWORD@{host}:{port}/{mountpoint}, with your password.',
    'For a network mountpoint tick Send NTRIP GGA. The vehicle must be connected.',
  ],
  mavproxy: [
    'Connect to the vehicle and type module load ntrip in the console.',
    'With ntrip set give caster {host}, port {port}, mountpoint {mountpoint}, username {user} and password with your password.',
    'Type ntrip start. Check the connection with ntrip status.',
  ],
  rtklib: [
    'In RTKNAVI open Input Streams (I), tick (2) Base Station and choose NTRIP Client.',
    'In Opt type caster {host}, port {port}, mountpoint {mountpoint}, user {user} and your password; the format is RTCM 3.',
    'For a network mountpoint set Transmit NMEA GGA to Base Station to Single Solution.',
  ],
  bnc: [
    'Press Add Stream and choose Caster.',
    'Type {host}, port {port}, user {user} and your password, and press Get Table.',
    'Choose {mountpoint}, confirm with OK and start receiving.',
  ],
}

export const generalSteps: typeof spanishSteps = [
  'Give your equipment internet, by SIM, Wi-Fi or phone, and open its settings for corrections by NTRIP. Some makers call them CORS or network RTK.',
  'Type server {host}, port {port}, user {user} and your password.',
  'Choose the mountpoint {mountpoint} and the format RTCM 3, and connect.',
]
