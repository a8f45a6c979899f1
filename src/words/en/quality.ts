import type { QualityWords } from '../quality.ts'

const CABLE = 'check the antenna cable, its connectors and the power of the antenna'

export const quality: QualityWords = {
  verdicts: { good: 'Good', attention: 'Attention', bad: 'Bad', unknown: 'Unknown' },
  reasons: {
    clock_wrong: {
      found: ({ value, limit }) =>
        `The observations arrive ${value} s before or after their own time (limit ${limit} s)`,
      act: "check the receiver's clock, then the delay of its connection",
    },
    coordinates_wrong: {
      found: ({ value, limit }) => `The antenna is ${value} m from the registered position (limit ${limit} m)`,
      act: 'correct the registered position, or check whether the stream belongs to this station',
    },
    interference: {
      found: ({ band, value, limit }) =>
        `Most satellites of ${band} fell by ${value} dB at the same time (limit ${limit} dB)`,
      act: `look for a transmitter or jammer nearby; if it does not end within half an hour, ${CABLE}`,
    },
    below_horizon: {
      found: ({ value }) => `${value} satellites are received that are below the horizon`,
      act: 'check the position and the clock of the receiver; if both are right, the signals may be spoofed',
    },
    ranges_contradict: {
      found: ({ value }) => `The distances to ${value} satellites contradict the others`,
      act: 'restart the receiver; if several stations report this, the signals may be spoofed',
    },
    band_lost: {
      found: ({ band }) => `No satellites on ${band}, which the station received until now`,
      act: `check the receiver's settings and licence, then ${CABLE}`,
    },
    cn0_fell: {
      found: ({ band, value, limit }) => `C/N0 on ${band} fell by ${value} dB and has stayed low (limit ${limit} dB)`,
      act: CABLE,
    },
    cn0_low: {
      found: ({ band, value, limit }) => `C/N0 on ${band} is low: median ${value} dB-Hz (minimum ${limit} dB-Hz)`,
      act: `${CABLE}, and look for sources of interference`,
    },
    satellites_missing: {
      found: ({ value, limit }) => `Only ${value} % of the satellites in view are received (minimum ${limit} %)`,
      act: "check for obstructions, and the receiver's elevation mask and limit of satellites",
    },
    losses_of_lock: {
      found: ({ band, value, limit }) =>
        `${value} losses of lock on ${band} per satellite and hour (limit ${limit}); rovers have to initialize again`,
      act: 'check for interference, vibration and loose connectors',
    },
    sky_obstructed: {
      found: ({ value, limit }) => `${value} % of the sky is obstructed (limit ${limit} %)`,
      act: 'remove what hides the sky, or raise the antenna',
    },
    multipath: {
      found: ({ band, value, limit }) => `Multipath on ${band} is ${value} m (limit ${limit} m)`,
      act: 'move the antenna away from reflecting surfaces such as roofs and vehicles, or use an antenna with a ground plane',
    },
    half_cycles: {
      found: ({ band, value, limit }) =>
        `${value} % of the phases on ${band} have an unresolved half cycle (limit ${limit} %)`,
      act: 'update the firmware of the receiver, and check the signal strength',
    },
    gaps: {
      found: ({ value, limit }) => `${value} % of the epochs are missing (limit ${limit} %)`,
      act: 'check the connection of the station and the load of the receiver',
    },
    antenna_differs: {
      found: ({ announced, recorded }) =>
        `The stream announces the antenna ${announced}${recorded === null ? '' : `, but ${recorded} is recorded`}`,
      act: "confirm or reject it under the station's equipment",
    },
    no_orbits: {
      found: () => 'Obstructions and the position cannot be checked, because no station sends ephemerides',
      act: 'enable the messages 1019, 1020, 1042 and 1046 on at least one receiver',
    },
    strength_unknown: {
      found: () => 'The stream contains no signal strengths',
      act: 'enable MSM4, MSM5 or MSM7 on the receiver',
    },
    not_measured: {
      found: () => 'No observations were measured in the last 15 minutes',
      act: 'check that the station is online and sends RTCM observations',
    },
  },
  unchecked: {
    not_compared: 'its registered position is rounded or unknown, or its stream is not RTCM',
    no_neighbour: 'there is no station within 100 km',
    little_memory: 'no caster has the 512 MB of memory that this takes',
    no_data: 'the station sends no observations',
    no_position: 'its stream announces no position (1005 or 1006)',
    wrong_clock: 'the clock of its receiver is wrong',
    no_ephemerides: 'no station sends ephemerides (1019, 1042, 1046)',
    wrong_coordinates:
      'the observations contradict the announced coordinates by more than 15 m; “Recompute” in the Archive tab finds where the station is',
    two_bands: 'it has fewer than five satellites in common with a neighbour on two bands',
    neighbour_without_data: 'no neighbour within 100 km sends what is needed',
    not_fixed: 'its baselines have no fixed solution yet; this takes up to 25 minutes',
    not_judged: 'nothing was computed in the last 15 minutes',
  },
  ionosphere: { low: 'Low', medium: 'Medium', high: 'High', very_high: 'Very high' },
}
