import { openStorage } from '../../archive/storage/open-storage.ts'
import { type VerifiedFile, verifyArchive } from '../../archive/storage/verify.ts'
import { readConfig } from '../../base/config/config.ts'
import { asJson, CommandFailure, onFoundation, printable, printJson, verb } from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'

const PROBLEMS: Readonly<Record<NonNullable<VerifiedFile['problem']>, string>> = {
  lost: 'is on the disk of a machine that no longer runs',
  missing: 'is missing',
  checksum: 'has another checksum than when it was stored',
  unreadable: 'cannot be read',
  counts: 'has other epochs or bytes than the index says',
  unindexed: 'is not in the index',
}

export const verify = verb({
  summary: 'read every file of the archive and compare it with the index',
  more: 'Checks that each file exists, has its checksum and the epochs that the index says, and that no file lacks its row. Changes nothing. Takes as long as reading the whole archive.',
  flags: asJson,
  run: ({ json }) =>
    onFoundation(async ({ db }) => {
      const { show, clear } = progressLine()
      const problems: VerifiedFile[] = []
      let files = 0
      for await (const file of verifyArchive(db, openStorage(readConfig()))) {
        files++
        if (file.problem) problems.push(file)
        show(`${files} files, ${problems.length} problems`)
      }
      clear()
      if (json) printJson({ files, problems })
      else for (const { name, problem } of problems) console.log(`${printable(name)} ${PROBLEMS[problem!]}`)
      if (problems.length > 0) throw new CommandFailure(`${problems.length} of ${files} files have a problem`)
      if (!json) console.log(`${files} files verified`)
    }),
})
