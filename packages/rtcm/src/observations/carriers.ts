// Carrier frequencies by constellation and band. The first character of a RINEX code is the band.
import { CONSTELLATIONS, type Constellation } from './head.ts'
import { signalsOf } from './msm-signals.ts'

/** Hz, by RINEX band (RINEX 4.02, tables 9 to 15). GLONASS: channel 0. */
const BANDS: Readonly<Record<Constellation, Readonly<Record<string, number>>>> = {
  GPS: { 1: 1575.42e6, 2: 1227.6e6, 5: 1176.45e6 },
  GLO: { 1: 1602e6, 2: 1246e6, 3: 1202.025e6 },
  GAL: { 1: 1575.42e6, 5: 1176.45e6, 6: 1278.75e6, 7: 1207.14e6, 8: 1191.795e6 },
  SBS: { 1: 1575.42e6, 5: 1176.45e6 },
  QZS: { 1: 1575.42e6, 2: 1227.6e6, 5: 1176.45e6, 6: 1278.75e6 },
  BDS: { 1: 1575.42e6, 2: 1561.098e6, 5: 1176.45e6, 6: 1268.52e6, 7: 1207.14e6, 8: 1191.795e6 },
  NAV: { 1: 1575.42e6, 5: 1176.45e6, 9: 2492.028e6 },
}

const GLONASS = CONSTELLATIONS.indexOf('GLO')
/** Spacing of the GLONASS channels in Hz by band; the signals of band 3 share one carrier. */
const CHANNEL_HZ: Readonly<Record<string, number>> = { 1: 562_500, 2: 437_500, 3: 0 }

const IDS = 33
const CARRIER_HZ = new Float64Array(CONSTELLATIONS.length * IDS).fill(Number.NaN)
const SPACING_HZ = new Float64Array(IDS)
for (const [index, constellation] of CONSTELLATIONS.entries())
  for (const [code, id] of signalsOf(constellation)) {
    CARRIER_HZ[index * IDS + id] = BANDS[constellation][code[0]!] ?? Number.NaN
    if (index === GLONASS) SPACING_HZ[id] = CHANNEL_HZ[code[0]!]!
  }

/**
 * Carrier frequency in Hz of a signal, given by its position in the signal mask (DF395). `channel` counts for GLONASS
 * only; NaN means unknown. NaN if the carrier is unknown.
 */
export function carrierHz(constellation: number, signal: number, channel: number): number {
  const hz = CARRIER_HZ[constellation * IDS + signal]!
  if (constellation !== GLONASS || SPACING_HZ[signal] === 0) return hz
  return hz + channel * SPACING_HZ[signal]!
}
