// The text that the demo prints once it runs: addresses, and commands to paste.
import { commandName } from '../base/config/config.ts'
import { NETWORK_MOUNTPOINT, NETWORK_NAME } from './customers/names.ts'
import { GUEST_STATION, type Prepared } from './prepare.ts'
import { IN_MAINTENANCE, LOSES_EPOCHS, MOVED, mountpointOf, STATIONS } from './stations.ts'

export interface WelcomeFacts {
  readonly prepared: Prepared
  readonly baseUrl: string
  readonly caster: { readonly host: string; readonly port: number }
  readonly metricsUrl: string
  readonly dataDir: string
  readonly keepsData: boolean
  readonly hasVrs: boolean
  readonly seconds: string
}

/** Inside the triangle of CDMX, TOLU and CUER, more than 10 km from each. */
const FIELD = { lat: 19.18, lng: -99.38, height: 2900 }

export function welcome(facts: WelcomeFacts): string {
  const { prepared, baseUrl, caster, dataDir, hasVrs } = facts
  const { token, people, guests, stationIds, rovers, credentials, refusedRover } = prepared
  const api = `${baseUrl}/api/v1`
  const bearer = `-H "Authorization: Bearer ${token}"`
  const at = `${caster.host}:${caster.port}`
  const mountpoint = mountpointOf(GUEST_STATION)
  const { base, network } = guests
  const order = JSON.stringify({
    segundos: 86_400,
    station_codigo: GUEST_STATION,
    label: 'Mine (simulated)',
    cliente_nombre: 'María Peña',
  })
  return `
${NETWORK_NAME} is ready after ${facts.seconds} s. Everything in it is simulated.
  console    ${baseUrl}/console/  as ${people[0]!.email}, password ${people[0]!.password}
             (the same password for ${people
               .slice(1)
               .map(({ email }) => email)
               .join(' and ')}, with fewer permissions)
  status     ${baseUrl}/status  (public; shop: ${baseUrl}/shop)
  API        ${api}
  reference  ${baseUrl}/docs  (try every operation with the token below)
  caster     ntrip://${at}  (${STATIONS.length} stations, ${rovers.length} rovers connected)
  metrics    ${facts.metricsUrl}
  data       ${dataDir}  (${facts.keepsData ? 'kept' : 'deleted at the end'})
  token      ${token}
  ${credentials} credentials in every state. ${LOSES_EPOCHS} loses epochs, ${IN_MAINTENANCE} is under maintenance, the antenna of ${MOVED} has moved.

Paste into another terminal:

  # list stations, and the 60-day health of one
  curl -s ${api}/stations ${bearer}
  curl -s ${api}/stations/${stationIds.get(GUEST_STATION)}/health ${bearer}

  # select a mountpoint for a position (here: ${hasVrs ? 'the network, with its simulated VRS engine' : 'the nearest base'})
  curl -s "${api}/vrs?lat=${FIELD.lat}&lng=${FIELD.lng}" ${bearer}

  # list expired credentials; issue a new one
  curl -s "${api}/credentials?estado=expirada&limit=5" ${bearer}
  curl -s ${api}/credentials ${bearer} -H "Content-Type: application/json" -d '${order}'

  # stream raw corrections (RTCM 3 frames start with D3)
  curl -sN -u ${base.username}:${base.password} http://${at}/${mountpoint} --output - | head -c 1000 | od -A d -t x1

  # connect a rover with RTKLIB (apt install rtklib): a single base, and the network at a position
  str2str -in ntrip://${base.username}:${base.password}@${at}/${mountpoint} -out file:///dev/null
  str2str -in ntrip://${network.username}:${network.password}@${at}/${NETWORK_MOUNTPOINT} -p ${FIELD.lat} ${FIELD.lng} ${FIELD.height} -n 5000 -out file:///dev/null

  # list connected rovers, and explain why one cannot connect
  DATA_DIR=${dataDir} ${commandName} session list
  DATA_DIR=${dataDir} ${commandName} credential why ${refusedRover.login.username}

Press Ctrl+C to stop. Live events:`
}
