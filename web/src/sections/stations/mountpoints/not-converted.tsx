import type { Mountpoint } from '../../../../../src/http/console/contract/network/mountpoints.ts'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { upperFirst } from '../../../parts/text/upper-first.ts'
import { useCodeWords } from '../../../words/codes.ts'
import { useMountpointWords } from './words.ts'

/** Hidden if nothing was left out, which can also mean that the mountpoint was never used. */
export function NotConverted({ mountpoint: { notConverted } }: { mountpoint: Mountpoint }) {
  const words = useMountpointWords()
  const { network } = useCodeWords()
  const { number } = useFigures()
  if (notConverted.length === 0) return null
  return (
    <Panel title={words.notConverted}>
      <SimpleTable
        label={words.notConverted}
        columns={[{ title: words.leftOut }, { title: words.times, number: true }]}
        rows={notConverted.map(({ reason, times }) => ({
          key: reason,
          cells: [upperFirst(network.notConverted[reason]), number(times)],
        }))}
      />
    </Panel>
  )
}
