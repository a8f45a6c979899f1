import { Group, Text } from '@mantine/core'
import classes from './strength.module.css'
import { STEP_LABELS } from './strength.ts'
import { useQualityWords } from './words.ts'

export const STEP_CLASSES = [classes.step0, classes.step1, classes.step2, classes.step3, classes.step4]

export const strengthClass = (step: number | null) => (step === null ? classes.unknown : STEP_CLASSES[step])

export function StrengthLegend() {
  const words = useQualityWords()
  return (
    <Group gap="sm" justify="center">
      <Text size="xs">{words.cn0}</Text>
      {STEP_LABELS.map((label, step) => (
        <Group key={label} gap={4} wrap="nowrap">
          <span className={`${classes.swatch} ${STEP_CLASSES[step]}`} aria-hidden="true" />
          <Text size="xs">{label}</Text>
        </Group>
      ))}
    </Group>
  )
}
