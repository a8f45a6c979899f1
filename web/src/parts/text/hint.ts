import { Text } from '@mantine/core'

/** Secondary text that explains what is beside it. */
export const Hint = Text.withProps({ size: 'sm', c: 'dimmed' })
