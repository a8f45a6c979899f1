import { setMovementLimits } from '../../actions/stations/position.ts'
import { MOVEMENT_LIMITS_MM } from '../../domain/archive/integrity/observed.ts'
import { commandContext, onFoundation, UsageError, verb, whole } from '../kit/command.ts'

const { horizontal, vertical } = MOVEMENT_LIMITS_MM

export const limits = verb({
  summary: 'set how far a station may move within an hour before an alarm is raised',
  more: `Without an option the limit returns to its default: ${horizontal.normal} mm horizontally, ${vertical.normal} mm vertically.`,
  args: ['CODE'],
  flags: {
    horizontal: whole('MM', 'horizontal limit', { from: horizontal.from, to: horizontal.to }),
    vertical: whole('MM', 'vertical limit', { from: vertical.from, to: vertical.to }),
  },
  run({ horizontal: horizontalMm = null, vertical: verticalMm = null }, code) {
    if (code === undefined) throw new UsageError('CODE is required; see --help')
    return onFoundation(async ({ db }) => {
      await setMovementLimits(commandContext('integrity limits', { db }), { code }, { horizontalMm, verticalMm })
      console.log(
        `station ${code}: ${horizontalMm ?? horizontal.normal} mm horizontally, ${verticalMm ?? vertical.normal} mm vertically`,
      )
    })
  },
})
