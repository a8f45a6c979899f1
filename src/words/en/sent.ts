import type { SentWords } from '../access.ts'

const SEEN =
  'The start is exact to the millisecond of the record; frames that arrived in the same millisecond may be missing or extra.'

export const sent: SentWords = {
  certainty: {
    exact: () => 'Exactly as many bytes as the caster counted for this base.',
    skips: (bytes) =>
      `As many bytes as the caster counted, but it skipped ${bytes} of them, because the rover read too slowly. The record does not say which.`,
    differs: () =>
      'The caster counted another number of bytes for this base: the base reconnected, changed its source or the mountpoint was changed. Compare with care.',
    unchecked: () =>
      `The number of bytes could not be checked: the rover still uses this base, or used it for over six hours, or the node of the caster failed. ${SEEN}`,
    computed: () =>
      'A VRS engine or an external caster computed the stream for this rover. It is not recorded, so it is left out.',
  },
  missingHours: (count) => `The archive has nothing of ${count === 1 ? '1 hour' : `${count} hours`} of this time.`,
  unknownBefore:
    'The rover changed its base so often that the record no longer has the beginning of this time. It is left out.',
  converted: 'The mountpoint converts or filters the stream. Its present settings were used.',
  always:
    'The bytes are rebuilt from the archive. They were handed to the operating system for this connection; whether they reached the rover is not known. Times are those at which the caster received the frames.',
}
