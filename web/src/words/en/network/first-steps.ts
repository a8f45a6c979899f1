import type { es } from '../../es/network/first-steps.ts'

export const en: typeof es = {
  title: 'First steps',
  progress: (done, total) => `${done} of ${total} done`,
  steps: {
    name: {
      title: 'Give your network a name and a logo',
      hint: 'Your customers see them on public pages, in e-mails and on their PDF sheet.',
      action: 'Go to Settings',
    },
    casterAddress: {
      title: 'Set the caster’s public address',
      hint: 'Your customers enter this address in their receivers. The current address only works on this computer.',
      action: 'Set the address',
    },
    owner: {
      title: 'Create the first organization',
      hint: 'Every credential belongs to an organization: yours or a reseller’s.',
      action: 'Create organization',
    },
    station: {
      title: 'Add a station',
      hint: 'You only need its code, name and position. To add many, import a file.',
      action: 'Add station',
    },
    data: {
      title: 'Receive the station’s data',
      hint: 'Generate a password and set up the receiver, or pull the data from another caster. This step completes when data arrives.',
      action: 'Set up the source',
    },
    credential: {
      title: 'Issue a test credential',
      hint: 'Valid for one day on the whole network, to try with your own equipment.',
      action: 'Issue credential',
    },
    rover: {
      title: 'Connect the first rover',
      hint: 'Enter the credential in a receiver or NTRIP client. This step completes when it connects.',
      action: 'View credentials',
    },
  },
  done: 'Done',
  open: 'To do',
  allDone: 'Your network is live: it receives data and a rover has connected.',
  close: 'Close list',
  fold: 'Hide',
  unfold: 'Show',
}
