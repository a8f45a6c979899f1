// The texts that the demo prints once it runs: twelve lines, and on request addresses and commands to paste.
import { commandName } from '../base/config/config.ts'
import { NETWORK_MOUNTPOINT, NETWORK_NAME } from './customers/names.ts'
import type { ConsoleLogin } from './customers/people.ts'
import { EXTERNAL_NAME } from './network/external.ts'
import { OPEN_MOUNTPOINT } from './network/mountpoints.ts'
import { DAMAGED_CABLE, JAMMED, OBSTRUCTED, WRONG_COORDINATES } from './network/sites.ts'
import { IN_MAINTENANCE, LOSES_EPOCHS, MOVED, mountpointOf } from './network/stations.ts'
import { GUEST_STATION, type Prepared } from './prepare.ts'

export interface WelcomeFacts {
  readonly prepared: Prepared
  readonly rovers: number
  readonly baseUrl: string
  readonly caster: { readonly host: string; readonly port: number }
  readonly metricsUrl: string
  readonly dataDir: string
  readonly keepsData: boolean
  readonly hasVrs: boolean
  readonly seconds: string
  readonly isVerbose: boolean
  readonly logs: boolean
}

/** Marks and colours of a terminal. */
export interface Style {
  readonly done: (text: string) => string
  readonly bold: (text: string) => string
}

/** Inside the triangle of CDMX, TOLU and CUER, more than 10 km from each. */
const FIELD = { lat: 19.18, lng: -99.38, height: 2900 }

const ROLE_NAMES: Readonly<Record<ConsoleLogin['role'], string>> = {
  administrator: 'Administrator',
  operator: 'Operator',
  viewer: 'Viewer',
  reseller: 'Reseller',
}

const line = (name: string, value: string) => `  ${name.padEnd(15)}${value}`

/** Exactly twelve lines. */
export function welcome(facts: WelcomeFacts, { done, bold }: Style): string {
  const { prepared, rovers, baseUrl, seconds, keepsData, dataDir, isVerbose, logs } = facts
  const { people, stationIds } = prepared
  const logins = (Object.keys(ROLE_NAMES) as ConsoleLogin['role'][]).map((role) => {
    const { email, organization } = people.find((person) => person.role === role)!
    return line(ROLE_NAMES[role], `${email}${organization ? `  (sees only ${organization})` : ''}`)
  })
  const more = [
    ...(isVerbose ? [] : ['--verbose prints commands to try']),
    ...(logs ? [] : ['--log prints live events']),
  ].join(', ')
  return [
    done(`${NETWORK_NAME} is ready after ${seconds} s: ${stationIds.size} stations, ${rovers} rovers, all simulated.`),
    '',
    line('Console', bold(`${baseUrl}/console/`)),
    ...logins,
    line('Password', `${people[0]!.password}  (for all)`),
    line('Status page', `${baseUrl}/status`),
    line('Shop', `${baseUrl}/shop`),
    line('API docs', `${baseUrl}/docs`),
    `Ctrl+C stops the demo and ${keepsData ? `keeps its data in ${dataDir}` : 'deletes its data'}.${more && ` ${more}.`}`,
  ].join('\n')
}

/** Every command can be pasted as it is. */
export function details(facts: WelcomeFacts): string {
  const { prepared, baseUrl, caster, dataDir, hasVrs } = facts
  const { token, people, guests, stationIds, credentials, refusedRover } = prepared
  const api = `${baseUrl}/api/v1`
  const bearer = `-H "Authorization: Bearer ${token}"`
  const at = `${caster.host}:${caster.port}`
  const mountpoint = mountpointOf(GUEST_STATION)
  const { base, network } = guests
  const order = JSON.stringify({
    segundos: 86_400,
    station_codigo: GUEST_STATION,
    label: 'RTK-01',
    cliente_nombre: 'María Peña',
  })
  const others = people.filter(({ role }) => role === 'reseller').slice(1)
  return `
  endpoint   ${api}
  caster     ntrip://${at}  (${EXTERNAL_NAME} is an external caster; ${OPEN_MOUNTPOINT} needs no login)
  metrics    ${facts.metricsUrl}
  data       ${dataDir}
  token      ${token}
${others.map(({ email, organization }) => `  reseller   ${email}  (${organization})`).join('\n')}
  ${credentials} credentials in every state. ${LOSES_EPOCHS} loses epochs, ${IN_MAINTENANCE} is under maintenance, the antenna of ${MOVED} has moved. ${OBSTRUCTED} has an obstructed sky, ${DAMAGED_CABLE} a damaged antenna cable, ${WRONG_COORDINATES} wrong coordinates, and ${JAMMED} is jammed for 10 minutes of every hour.

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
`
}
