import type { System } from '../../../../src/http/console/contract/system.ts'
import { bkgFailureText } from '../../../../src/words/attention.ts'
import { Panel } from '../../parts/panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { useCodeWords } from '../../words/codes.ts'
import { useSystemWords } from './words.ts'

/** One a node that writes the files of a BKG caster. */
export function BkgPanel({ caster }: { caster: System['bkgCasters'][number] }) {
  const words = useSystemWords()
  const { attention } = useCodeWords()
  const { number } = useFigures()
  const { node, folder, writtenAt, toldAt, behindSince, lagMs, failure, users, leftOut, leftOutForFence, allLine } =
    caster
  return (
    <Panel title={words.bkg(node)}>
      <Facts
        facts={[
          [words.bkgFolder, folder],
          [words.bkgWritten, writtenAt === null ? words.bkgNever : <Moment key="written" at={writtenAt} />],
          [words.bkgTold, toldAt === null ? words.bkgNever : <Moment key="told" at={toldAt} />],
          [words.bkgBehind, behindSince === null ? words.bkgUpToDate : <Moment key="behind" at={behindSince} />],
          [words.bkgLag, lagMs === null ? '—' : words.bkgSeconds(number(lagMs / 1_000, 1))],
          [words.bkgUsers, number(users)],
          [words.bkgLeftOut, number(leftOut)],
          ...(leftOutForFence > 0 ? [[words.bkgFenced, number(leftOutForFence)] as const] : []),
          [words.bkgFailure, failure === null ? words.bkgNone : bkgFailureText(attention.bkgFailures, failure)],
          ...(allLine ? [[words.bkgNotice, words.bkgAllLine] as const] : []),
        ]}
      />
    </Panel>
  )
}
