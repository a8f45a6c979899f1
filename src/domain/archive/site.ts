// What a RINEX header states about a station at one moment.
import { ecefOf } from '../geometry/geodesy.ts'
import { inForceAt, type Period } from './equipment.ts'

/** Facts about the site that its stream does not send. Empty texts and `null` are unknown. */
export interface SiteFacts {
  readonly markerName: string
  /** IERS DOMES number. */
  readonly markerNumber: string
  readonly monument: string
  readonly installedAt: Date | null
  /** City or town. */
  readonly place: string
  readonly agency: string
  readonly contactName: string
  readonly contactEmail: string
  readonly contactPhone: string
}

export const NO_SITE_FACTS: SiteFacts = {
  ...{ markerName: '', markerNumber: '', monument: '', installedAt: null, place: '', agency: '' },
  ...{ contactName: '', contactEmail: '', contactPhone: '' },
}

export interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Has the fields of `StationHeader` of the RINEX package. Empty texts are unknown. */
export interface Site {
  readonly markerName: string
  readonly markerNumber: string
  readonly observer: string
  readonly agency: string
  readonly receiver: { readonly serial: string; readonly type: string; readonly firmware: string }
  readonly antenna: { readonly serial: string; readonly type: string; readonly radome: string }
  /** Marker, metres, Earth-centred and Earth-fixed; `null` if the station never announced a position. */
  readonly position: Point | null
  /** Antenna reference point above, east and north of the marker; 0 if unknown, and then `position` is that point. */
  readonly eccentricity: { readonly up: number; readonly east: number; readonly north: number }
}

export interface SiteRecord {
  readonly code: string
  /** Used as the agency if the site names none. */
  readonly networkName: string
  readonly facts: SiteFacts
  readonly history: readonly Period[]
  /** Antenna reference point, as announced; height above the ellipsoid. */
  readonly announced: { readonly lat: number; readonly lng: number; readonly height: number } | null
}

const NO_RECEIVER = { serial: '', type: '', firmware: '' }
const NO_ANTENNA = { serial: '', type: '', radome: '', up: null, east: null, north: null }

export function siteAt({ code, networkName, facts, history, announced }: SiteRecord, at: Date): Site {
  const receiver = inForceAt(history, 'receiver', at) ?? NO_RECEIVER
  const antenna = inForceAt(history, 'antenna', at) ?? NO_ANTENNA
  const eccentricity = { up: antenna.up ?? 0, east: antenna.east ?? 0, north: antenna.north ?? 0 }
  return {
    markerName: facts.markerName || code,
    markerNumber: facts.markerNumber,
    observer: facts.contactName,
    agency: facts.agency || networkName,
    receiver: { serial: receiver.serial, type: receiver.type, firmware: receiver.firmware },
    antenna: { serial: antenna.serial, type: antenna.type, radome: antenna.radome },
    position: announced && markerOf(announced, eccentricity),
    eccentricity,
  }
}

/** The antenna reference point minus the eccentricity. */
function markerOf(place: { lat: number; lng: number; height: number }, offset: Site['eccentricity']): Point {
  const { x, y, z } = ecefOf(place)
  const [phi, lambda] = [(place.lat * Math.PI) / 180, (place.lng * Math.PI) / 180]
  const { up, east, north } = offset
  const [sinPhi, cosPhi, sinLambda, cosLambda] = [Math.sin(phi), Math.cos(phi), Math.sin(lambda), Math.cos(lambda)]
  return {
    x: x - (-sinLambda * east - sinPhi * cosLambda * north + cosPhi * cosLambda * up),
    y: y - (cosLambda * east - sinPhi * sinLambda * north + cosPhi * sinLambda * up),
    z: z - (cosPhi * north + sinPhi * up),
  }
}
