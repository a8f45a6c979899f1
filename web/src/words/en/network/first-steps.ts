import type { es } from '../../es/network/first-steps.ts'

export const en: typeof es = {
  title: 'First steps',
  progress: (done, total) => `${done} of ${total} done`,
  steps: {
    name: {
      title: 'Give your network a name and a logo',
      hint: 'Your customers see them on the public pages, in e-mails and on the sheet with their data.',
      action: 'Go to Settings',
    },
    casterAddress: {
      title: 'Set the caster’s public address',
      hint: 'It is the server that your customers type into their receivers. With the present one only this very machine can connect.',
      action: 'Set the address',
    },
    owner: {
      title: 'Create the first organization',
      hint: 'Every credential belongs to an organization: yours or a reseller’s.',
      action: 'Create organization',
    },
    station: {
      title: 'Add a station',
      hint: 'Its code, its name and its position are enough. If you have many, import them from a file.',
      action: 'Add station',
    },
    data: {
      title: 'Receive the station’s data',
      hint: 'Generate its password and set up the receiver, or say which caster to fetch it from. This is ticked as soon as data arrives.',
      action: 'Set up the source',
    },
    credential: {
      title: 'Issue a test credential',
      hint: 'For one day and the whole network, to try it with your own equipment.',
      action: 'Issue credential',
    },
    rover: {
      title: 'Connect the first rover',
      hint: 'Type the credential’s data into a receiver or an NTRIP program. This is ticked as soon as it connects.',
      action: 'See credentials',
    },
  },
  done: 'Done',
  open: 'To do',
  allDone: 'Your network is in service: it receives data and has served a rover.',
  close: 'Close the list',
  fold: 'Hide',
  unfold: 'Show',
}
