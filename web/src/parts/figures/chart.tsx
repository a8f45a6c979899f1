// A chart that can leave the page: its picture as PNG and its values as CSV, both with the name of what they show.
import { Anchor, Box, Group } from '@mantine/core'
import { createContext, type ReactNode, use, useRef } from 'react'
import { saveAs } from '../../service/api.ts'
import { usePartWords } from '../../words/common.ts'
import { csvOf, pngOf, type Values } from './chart-export.ts'

/** What the charts of a page show, such as a station. Everything that leaves the page marks simulated data. */
export const ChartSubject = createContext({ name: '', simulated: false })

interface Props {
  readonly title: string
  /** For the names of the files. */
  readonly file: string
  readonly values: () => Values
  /** Contains one SVG element. */
  readonly children: ReactNode
}

export function Chart({ title, file, values, children }: Props) {
  const words = usePartWords()
  const { name, simulated } = use(ChartSubject)
  const frame = useRef<HTMLDivElement>(null)
  const fileName = `${name}-${file}${simulated ? '-simulated' : ''}-${new Date().toISOString().slice(0, 10)}`
  const titled = `${name} · ${title}${simulated ? ` · ${words.simulated}` : ''}`
  const savePicture = async () => saveAs(await pngOf(frame.current!.querySelector('svg')!, titled), `${fileName}.png`)
  const saveValues = () => {
    const { columns, rows } = values()
    const marked = simulated
      ? { columns: [...columns, 'simulated'], rows: rows.map((row) => [...row, 'true']) }
      : { columns, rows }
    saveAs(csvOf(marked), `${fileName}.csv`)
  }
  return (
    <Box miw={0}>
      <div ref={frame}>{children}</div>
      <Group gap="sm" justify="flex-end">
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={`${title}: ${words.chart.picture}`}
          onClick={() => void savePicture()}
        >
          {words.chart.picture}
        </Anchor>
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={`${title}: ${words.chart.values}`}
          onClick={saveValues}
        >
          {words.chart.values}
        </Anchor>
      </Group>
    </Box>
  )
}
