// The position of a base, with its uncertainty, frame and neighbours.
import { Anchor, Group } from '@mantine/core'
import type { BaseRunAnswer } from '../../../../../../src/http/console/contract/stations/bases.ts'
import { useLanguage } from '../../../../language.tsx'
import { CopyButton } from '../../../../parts/text/code/copy-button.tsx'
import { Facts } from '../../../../parts/text/facts.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { at, urlOf } from '../../../../service/api.ts'
import { useQualityWords } from '../quality/words.ts'

export function BaseResult({ base: { id, result } }: { base: BaseRunAnswer }) {
  const { bases: words } = useQualityWords()
  const { language } = useLanguage()
  const { number } = useFigures()
  if (!result) return null
  const { computed, datum, neighbours } = result
  const { lat, lng, height, error, hours, firstDay, lastDay, baselines, isAttributed } = computed
  const place = `${lat.toFixed(9)}, ${lng.toFixed(9)}`
  return (
    <>
      <Facts
        facts={[
          [
            words.position,
            <Group key="place" gap="xs">
              <span className="code">{place}</span>
              <CopyButton value={place} label={words.copy} />
            </Group>,
          ],
          [words.height, `${number(height, 3)} m`],
          [words.error, words.errorOf(number(error.horizontal, 3), number(error.vertical, 3))],
          [words.frame, datum],
          [words.data, words.dataOf(number(hours, 1), firstDay, lastDay)],
          [words.neighbours, words.neighboursOf(baselines, neighbours.join(', '))],
        ]}
      />
      {!isAttributed && <Hint>{words.single}</Hint>}
      <Anchor size="sm" href={urlOf(at('/bases/:id/report.pdf', { id }), { language })} download>
        {words.report}
      </Anchor>
    </>
  )
}
