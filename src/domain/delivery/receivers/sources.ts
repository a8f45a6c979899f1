// Public documents behind the facts about receivers.

export interface Source {
  readonly title: string
  readonly address: string
  /** False if the document is from a company or project other than the maker of the described product. */
  readonly isMakers: boolean
}

const makers = (title: string, address: string): Source => ({ title, address, isMakers: true })
const others = (title: string, address: string): Source => ({ title, address, isMakers: false })

export const SOURCES = {
  ardusimpleAnswer: makers(
    'ArduSimple, questions and answers: simpleRTK2B with an NTRIP client',
    'https://www.ardusimple.com/question/ardusimple-rtk2b-and-esp32-providing-rtk-corrections-newbie/',
  ),
  bncExamples: makers(
    'BKG Ntrip Client, example configurations',
    'https://software.rtcm-ntrip.org/browser/ntrip/trunk/BNC/Example_Configs',
  ),
  bncHelp: makers(
    'BKG Ntrip Client, manual',
    'https://software.rtcm-ntrip.org/browser/ntrip/trunk/BNC/src/bnchelp.html',
  ),
  centipede: others('Centipede RTK, known incompatibilities', 'https://docs.centipede.fr/docs/incompatible/'),
  deereGuide: makers(
    'John Deere Mobile RTK, reference guide PFP12907',
    'https://github.com/jancelin/centipede/files/7530133/PFP12907_John_Deere_Mobile_RTK_FR.pdf',
  ),
  deereModem: makers(
    'John Deere Mobile RTK Modem 4G LTE, operator’s manual OMPFP21126',
    'https://github.com/jancelin/centipede/files/7530139/OMPFP21126.pdf',
  ),
  djiL1Manual: makers(
    'DJI Zenmuse L1, operation guidebook: NTRIP (Custom Network RTK)',
    'https://manualshive.com/ru/manual/dji/zenmuse-l1/2511922?page=10',
  ),
  emlidMessages: makers(
    'Emlid Docs, RTCM3 specification',
    'https://docs.emlid.com/reachrs2/specifications/rtcm3-format',
  ),
  emlidLegacy: others(
    'Emlid Docs, RTCM3 specification: messages for legacy third-party rovers',
    'https://docs.emlid.com/reachrs2/specifications/rtcm3-format',
  ),
  fieldGeniusHelp: makers(
    'MicroSurvey FieldGenius, help: RTCM transformation',
    'http://s3.microsurvey.com/fieldgenius/Help/Content/RTCM_Transformation.htm',
  ),
  leicaManual: makers(
    'Leica Captivate, technical reference manual',
    'https://manualshive.com/en/manual/leica/captivate/1873164?page=192',
  ),
  mavproxyDocs: makers('MAVProxy, module ntrip', 'https://ardupilot.org/mavproxy/docs/modules/ntrip.html'),
  missionPlannerSource: makers(
    'Mission Planner, source code of its NTRIP client',
    'https://github.com/ArduPilot/MissionPlanner/blob/master/ExtLibs/Comms/CommsNTRIP.cs',
  ),
  qfieldDocs: makers('QField documentation, positioning', 'https://docs.qfield.org/how-to/gnss/'),
  qfieldSource: makers(
    'QField, source code of its NTRIP client',
    'https://github.com/opengisch/QField/tree/master/src/core/positioning',
  ),
  rtklibSource: makers('RTKLIB, source code', 'https://github.com/tomojitakasu/RTKLIB/tree/rtklib_2.4.3/src'),
  rtknaviSource: makers(
    'RTKLIB, source code of RTKNAVI: Input Streams',
    'https://github.com/tomojitakasu/RTKLIB/tree/rtklib_2.4.3/app/winapp/rtknavi',
  ),
  rtkrcvPatch: others(
    'openSUSE, patch of RTKLIB 2.4.3 b34: NTRIP in rtkrcv',
    'https://build.opensuse.org/projects/Application:Geo/packages/rtklib-beta/files/2.4.3.b34_ntripfix.patch',
  ),
  septentrioDriver: makers(
    'Septentrio, GNSS driver: RTK settings of the receivers',
    'https://github.com/septentrio-gnss/septentrio_gnss_driver',
  ),
  sparkfunApps: others(
    'SparkFun RTK Everywhere, product manual: apps for surveying',
    'https://docs.sparkfun.com/SparkFun_RTK_Everywhere_Firmware/gis_software_android/',
  ),
  topconHelp: makers(
    'Topcon MAGNET Field 7, help: position for GGA',
    'https://support.drbertges.com/tutorials/Topcon_MAGNET_Field_v7_en.zip',
  ),
  trimbleHelp: makers(
    'Trimble Access 2021.10, help: NTRIP server settings',
    'https://help.fieldsystems.trimble.com/trimble-access/2021.10/de/GNSS-RTK-NTRIP-server.htm',
  ),
  ubloxManual: makers(
    'u-blox ZED-F9P, integration manual UBX-18010802',
    'https://www.u-blox.com/en/product/zed-f9p-module',
  ),
  ucenterGuide: makers('u-blox u-center, user guide UBX-13005250', 'https://www.u-blox.com/en/product/u-center'),
} as const satisfies Record<string, Source>

export type SourceKey = keyof typeof SOURCES
