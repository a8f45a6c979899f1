import type { Equipment } from '../es/equipment.ts'

export const equipment: readonly Equipment[] = [
  {
    name: 'Emlid (Reach, Flow)',
    short: 'Emlid Flow: Correction input → NTRIP → Add profile.',
    steps: [
      "In Emlid Flow connect to the receiver and give it internet (SIM, or the phone's Wi-Fi).",
      'Open Correction input, choose NTRIP and add a profile (Add profile).',
      'Type address {host}, port {port}, user {user}, your password and mountpoint {mountpoint}; save and connect.',
    ],
  },
  {
    name: 'SW Maps',
    short: 'Bluetooth GNSS → NTRIP Client → Connect.',
    steps: [
      'Connect the receiver in Bluetooth GNSS (or USB Serial GNSS).',
      'Open NTRIP Client in the menu and type address {host}, port {port}, mountpoint {mountpoint}, user {user} and your password.',
      'Tick Send NMEA GGA and tap Connect.',
    ],
  },
  {
    name: 'Lefebure NTRIP Client',
    short: 'Settings → NTRIP Settings; Data Stream = mountpoint.',
    steps: [
      'Settings → Receiver Settings: choose your Bluetooth receiver.',
      'Settings → NTRIP Settings: Protocol NTRIP v1.0, Caster IP {host}, Port {port}, Username {user} and your password.',
      'In Data Stream choose {mountpoint} and, in Reported Location, Get From External Receiver. Go back and tap Connect.',
    ],
  },
  {
    name: 'u-center (u-blox)',
    short: 'Receiver → NTRIP Client… → Update source table.',
    steps: [
      'With the receiver connected, open Receiver → NTRIP Client…',
      'Type Address {host}, Port {port}, Username {user} and your password, and press Update source table.',
      'Choose {mountpoint} and confirm with OK: the corrections go to the receiver.',
    ],
  },
  {
    name: 'Trimble Access',
    short: 'Survey style → Rover data link: Internet connection, GNSS contact with NTRIP.',
    steps: [
      'In Settings → Survey styles, rover options: broadcast format RTCM RTK (VRS (RTCM) for a network mountpoint).',
      'In Rover data link choose Internet connection and make a GNSS contact with NTRIP: name {host}, port {port}, user {user} and your password.',
      'Set "Connect directly to mountpoint", type {mountpoint}, and start the survey.',
    ],
  },
  {
    name: 'Leica Captivate',
    short: 'RTK rover wizard → Internet → NTRIP.',
    steps: [
      'Open the RTK rover wizard, make a profile and choose Internet as the connection.',
      "Make the server with address {host} and port {port}; give NTRIP's User ID {user}, your password and the mountpoint {mountpoint}.",
      'Choose RTCM v3 as the data format and finish the wizard.',
    ],
  },
  {
    name: 'RTKLIB',
    short: 'RTKNAVI: Input Streams → (2) Base Station → NTRIP Client.',
    steps: [
      'In RTKNAVI open Input Streams (I) and choose NTRIP Client for (2) Base Station.',
      'In Opt type caster {host}, port {port}, mountpoint {mountpoint}, user {user} and your password; the format is RTCM 3.',
      'For a network mountpoint set Transmit NMEA GPGGA to Base Station to Single.',
    ],
  },
  {
    name: 'CHCNAV (LandStar)',
    short: 'Config → Work mode → Rover: controller or SIM internet, NTRIP (CORS).',
    steps: [
      'In LandStar connect to the receiver and open Config → Work mode; make a Rover mode.',
      "For Data link choose PDA network (the controller's internet) or Receiver network (the receiver's SIM) and, for Protocol, NTRIP (CORS).",
      'Type IP/Domain {host} and Port {port}; choose {mountpoint} in Source table. User {user} and your password; save and accept.',
    ],
  },
  {
    name: 'South (SurPad)',
    short: 'Device → Rover: internet data link, NTRIP; CORS settings.',
    steps: [
      'In SurPad connect to the receiver and open Device → Rover.',
      'For Data link choose Phone internet (controller) or Device internet (SIM), with Connect mode NTRIP.',
      'In CORS settings type IP {host}, Port {port}, User {user} and your password; get the Access points, choose {mountpoint} and tap Apply.',
    ],
  },
  {
    name: 'Hi-Target (Hi-Survey)',
    short: 'Device → Rover: internet data link; Server CORS.',
    steps: [
      'In Hi-Survey connect to the receiver and open Device → Rover.',
      'For Data link choose Data collector internet (controller) or Internal network (SIM) and, for Server, CORS.',
      'Type IP {host} and Port {port}; choose {mountpoint} in Source node. User {user} and your password; tap Set.',
    ],
  },
  {
    name: 'ComNav (Survey Master)',
    short: 'Device → Rover: Data link PDA CORS or Receiver CORS.',
    steps: [
      'In Survey Master connect to the receiver and open Device → Rover; add a configuration.',
      "For Data link choose PDA CORS (the controller's internet) or Receiver CORS (SIM) with NTRIP.",
      'Type IP {host}, Port {port}, User {user} and your password; get the list, choose {mountpoint} and tap Apply.',
    ],
  },
  {
    name: 'Topcon (MAGNET Field)',
    short: 'Configure → Survey: Network RTK; internet with NTRIP.',
    steps: [
      'In MAGNET Field open Configure → Survey and edit the configuration: Type Network RTK; format RTCM 3.x.',
      "For the internet connection choose the controller or the receiver's modem and the protocol NTRIP; Address {host}, Port {port}, User {user} and your password.",
      'When you connect, get the list of Mount points and choose {mountpoint}.',
    ],
  },
  {
    name: 'Carlson (SurvCE, SurvPC)',
    short: 'Equip → GPS Rover → RTK: Network NTRIP.',
    steps: [
      'In SurvCE or SurvPC open Equip → GPS Rover and go to the RTK tab.',
      "For Device choose Data collector internet (or the receiver's modem) and, for Network, NTRIP; in its settings type IP address {host}, Port {port}, User name {user} and your password.",
      'Choose {mountpoint}; set Send rover position to network to Yes and the format to RTCM 3.',
    ],
  },
  {
    name: 'DJI (RTK)',
    short: 'DJI Pilot 2: … → RTK → Custom network RTK.',
    steps: [
      'Give the remote controller internet (Wi-Fi or SIM) and turn on the drone.',
      'In DJI Pilot 2 open … → RTK, turn on RTK positioning and choose Custom network RTK.',
      'Type NTRIP address {host}, Port {port}, Account {user}, your password and Mount point {mountpoint}; save, and wait for FIX before taking off.',
    ],
  },
]
