import type { equipment as spanish } from '../es/equipment.ts'

export const equipment: typeof spanish = {
  emlid: [
    "In Emlid Flow connect to the receiver and give it internet (SIM, or the phone's Wi-Fi).",
    'Open Correction input, choose NTRIP and add a profile (Add profile).',
    'Type address {host}, port {port}, user {user}, your password and mountpoint {mountpoint}; save and connect.',
  ],
  trimble: [
    'Create a GNSS contact for the internet data link and turn on NTRIP: address {host}, port {port}, user {user} and your password.',
    'In the survey style, choose this contact as the rover data link.',
    'Start the survey and choose {mountpoint} in the table of mountpoints.',
  ],
  leica: [
    'Open the RTK rover wizard, make a profile and choose Internet as the connection.',
    "Make the server with address {host} and port {port}; give NTRIP's User ID {user}, your password and the mountpoint {mountpoint}.",
    'Choose the data format and finish the wizard.',
  ],
  topcon: [
    'In MAGNET Field open Configure → Survey and edit the configuration: Type Network RTK; format RTCM 3.x.',
    "For the internet connection choose the controller or the receiver's modem and the protocol NTRIP; Address {host}, Port {port}, User {user} and your password.",
    'When you connect, get the list of Mount points and choose {mountpoint}.',
  ],
  chcnav: [
    'In LandStar connect to the receiver and open Config → Work mode; make a Rover mode.',
    "For Data link choose PDA network (the controller's internet) or Receiver network (the receiver's SIM) and, for Protocol, NTRIP (CORS).",
    'Type IP/Domain {host} and Port {port}; choose {mountpoint} in Source table. User {user} and your password; save and accept.',
  ],
  south: [
    'In SurPad connect to the receiver and open Device → Rover.',
    'For Data link choose Phone internet (controller) or Device internet (SIM), with Connect mode NTRIP.',
    'In CORS settings type IP {host}, Port {port}, User {user} and your password; get the Access points, choose {mountpoint} and tap Apply.',
  ],
  hitarget: [
    'In Hi-Survey connect to the receiver and open Device → Rover.',
    'For Data link choose Data collector internet (controller) or Internal network (SIM) and, for Server, CORS.',
    'Type IP {host} and Port {port}; choose {mountpoint} in Source node. User {user} and your password; tap Set.',
  ],
  comnav: [
    'In Survey Master connect to the receiver. In the Work mode of the rover tap Add.',
    'Tap the three bars to the right of Server and add the NTRIP connection: {host}, port {port}, user {user} and your password.',
    'Choose that server, tap the arrow to get the list and choose {mountpoint}. Select the new mode and tap Apply.',
  ],
  stonex: [
    'In Cube-a connect to the receiver and open Device → Rover.',
    "For Data link choose the phone's or the receiver's internet, with the mode NTRIP.",
    'Type address {host}, port {port}, user {user} and your password; get the list, choose {mountpoint} and tap Apply.',
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
  septentrio: [
    "Open the receiver's web interface and go to Corrections → NTRIP.",
    'Create an NTRIP client: caster {host}, port {port}, user {user}, your password and mountpoint {mountpoint}.',
    'Save the configuration, so that it survives a restart.',
  ],
  older: [
    'Give the receiver internet and open its settings for NTRIP version 1.',
    'Type server {host}, port {port}, user {user} and your password.',
    'Choose the mountpoint {mountpoint} and the format RTCM 3.',
  ],
  swmaps: [
    'Connect the receiver in Bluetooth GNSS (or USB Serial GNSS).',
    'Open NTRIP Client in the menu and type address {host}, port {port}, mountpoint {mountpoint}, user {user} and your password.',
    'Tick Send NMEA GGA and tap Connect.',
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
  ardusimple: [
    'The board gets corrections from an app on the phone, from u-center or from a communication module.',
    'In the app type server {host}, port {port}, mountpoint {mountpoint}, user {user} and your password.',
    'The configurations of ArduSimple accept RTCM on UART1 and UART2 at 115200 baud.',
  ],
  unicore: [
    'Connect the module to an app or a computer with an NTRIP client.',
    'There, type server {host}, port {port}, mountpoint {mountpoint}, user {user} and your password.',
    'Send the corrections to a serial port of the module, which recognizes them as a rover.',
  ],
  johndeere: [
    "On the receiver's page press M-RTK and choose the correction type RTCM.",
    'Set the M-RTK port to 19200 baud, no parity, 8 data bits and 1 stop bit; tick GGA.',
    'In the modem configuration type the data of your SIM, address {host}, port {port}, mountpoint {mountpoint}, user {user} and your password.',
  ],
  agleader: [
    'On the display open the GPS settings and choose RTK correction by NTRIP (CORS).',
    'Set up the cellular modem and type server {host}, port {port}, user {user} and your password.',
    'Choose the mountpoint {mountpoint} and connect.',
  ],
  fjd: [
    'Give the tablet internet and open the settings of the reference station.',
    'Choose NTRIP and type server {host}, port {port}, user {user} and your password.',
    'Choose the mountpoint {mountpoint} and wait for the fixed solution.',
  ],
  dji: [
    'Give the remote controller internet (Wi-Fi or SIM) and turn on the drone.',
    'In DJI Pilot 2 open … → RTK, turn on RTK positioning and choose Custom network RTK.',
    'Type NTRIP address {host}, Port {port}, Account {user}, your password and Mount point {mountpoint}; save, and wait for FIX before taking off.',
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
    'In RTKNAVI open Input Streams (I) and choose NTRIP Client for (2) Base Station.',
    'In Opt type caster {host}, port {port}, mountpoint {mountpoint}, user {user} and your password; the format is RTCM 3.',
    'For a network mountpoint set Transmit NMEA GPGGA to Base Station to Single.',
  ],
  bnc: [
    'Press Add Stream and choose Caster.',
    'Type {host}, port {port}, user {user} and your password, and press Get Table.',
    'Choose {mountpoint}, confirm with OK and start receiving.',
  ],
}
