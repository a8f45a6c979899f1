import { Kbd, Modal, SimpleGrid, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { useMe } from '../../session/session.tsx'
import { usePartWords, useShellWords } from '../../words/common.ts'
import { MENU } from '../menu.ts'
import classes from './commands.module.css'
import { findKeys } from './keys.ts'
import { LETTERS } from './letters.ts'
import { useCommandWords } from './words.ts'

interface Shortcut {
  readonly what: string
  readonly keys: readonly string[]
  /** The keys are pressed one after the other. */
  readonly inTurn?: boolean
}

export default function KeyList({ onClose }: { onClose: () => void }) {
  const words = useCommandWords()
  const shell = useShellWords()
  const parts = usePartWords()
  const { permissions } = useMe()
  const pages = MENU.filter(({ path, needs }) => permissions.includes(needs) && LETTERS[path])
  const groups: readonly (readonly [string, readonly Shortcut[]])[] = [
    [words.group.go, pages.map(({ word, path }) => ({ what: shell[word], keys: ['g', LETTERS[path]!], inTurn: true }))],
    [
      words.group.find,
      [
        { what: words.findAll, keys: findKeys() },
        { what: words.findHere, keys: ['/'] },
        { what: words.chart, keys: ['←', '→'], inTurn: true },
        { what: words.closeAll, keys: ['Esc'] },
        { what: words.showKeys, keys: ['?'] },
      ],
    ],
  ]
  return (
    <Modal opened onClose={onClose} title={words.keys} size="lg" closeButtonProps={{ 'aria-label': parts.close }}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        {groups.map(([title, shortcuts]) => (
          <div key={title}>
            <Title order={3} size="h5" mb={4}>
              {title}
            </Title>
            {shortcuts.map(({ what, keys, inTurn = false }) => (
              <div key={what} className={classes.row}>
                <Text size="sm">{what}</Text>
                <Text size="sm" component="span" style={{ whiteSpace: 'nowrap' }}>
                  {keys.map((key, place) => (
                    <Fragment key={key}>
                      {place > 0 && (inTurn ? ' ' : ' + ')}
                      <Kbd>{key}</Kbd>
                    </Fragment>
                  ))}
                </Text>
              </div>
            ))}
          </div>
        ))}
      </SimpleGrid>
    </Modal>
  )
}
