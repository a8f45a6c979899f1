import { countLeftOut } from '../domain/bkg/state.ts'
import { listBkgStates } from '../store/bkg/casters.ts'
import { failureText } from './bkg-words.ts'
import { write } from './bkg-write.ts'
import { asJson, group, onFoundation, printList, verb } from './kit/command.ts'

const show = verb({
  summary: 'shows the BKG casters that serve what is issued here',
  more: `When their files were written, when they last read them, since when a change waits (BEHIND), how long the last one took (LAG), how many users are in the files, and how many credentials they cannot serve (docs/bkg.md says which).`,
  flags: asJson,
  run: ({ json }) =>
    onFoundation(async ({ db }) => {
      printList(
        json,
        await listBkgStates(db),
        {
          NODE: ({ node }) => node,
          FOLDER: ({ folder }) => folder,
          WRITTEN: ({ writtenAt }) => writtenAt,
          TOLD: ({ toldAt }) => toldAt,
          BEHIND: ({ behindSince }) => behindSince,
          LAG: ({ lagMs }) => (lagMs === null ? null : `${(lagMs / 1_000).toFixed(1)} s`),
          USERS: ({ counts }) => counts.users,
          'LEFT OUT': ({ counts }) => countLeftOut(counts),
          ERROR: ({ failure }) => failure && failureText(failure),
        },
        'no node writes the files of a BKG caster (BKG_FOLDER)',
      )
    }),
})

export const command = group({ show, write })
