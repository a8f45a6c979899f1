import { SimpleGrid, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Hint } from '../../parts/text/hint.ts'
import { useAnswer } from '../../service/answers.ts'
import classes from './brand.module.css'
import { useSettingsWords } from './words.ts'

const COLOUR = /^#[0-9a-f]{6}$/i

/** Each is dark enough to be its own deep shade. */
export const SWATCHES = [
  '#0b6478',
  '#1f4e79',
  '#3f3d8f',
  '#6b2d73',
  '#8a1f3d',
  '#9a4a00',
  '#5c5a00',
  '#1f6b3a',
  '#3d4650',
]

/** A preview in both themes. */
export function Samples({ wanted, known }: { wanted: string; known: { deep: string; pale: string } | undefined }) {
  const { brand: words } = useSettingsWords()
  const [asked] = useDebouncedValue(wanted, 150)
  const isColour = COLOUR.test(asked)
  const { data } = useAnswer('/settings/accent', {
    query: { accent: asked },
    enabled: isColour,
    placeholderData: keepPreviousData,
  })
  const shades = data ?? known
  if (!shades) return null
  const { deep, pale } = shades
  const isMoved = isColour && deep !== asked.toLowerCase()
  return (
    <Stack gap={6}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <div className={classes.sample} data-theme="light">
          <span className={classes.button} style={{ background: deep }}>
            {words.sampleButton}
          </span>
          <span style={{ color: deep }}>{words.sampleLink}</span>
        </div>
        <div className={classes.sample} data-theme="dark">
          <span className={classes.button} style={{ background: deep }}>
            {words.sampleButton}
          </span>
          <span style={{ color: pale }}>{words.sampleLink}</span>
        </div>
      </SimpleGrid>
      <Hint>{isMoved ? words.moved(deep) : words.kept}</Hint>
    </Stack>
  )
}
