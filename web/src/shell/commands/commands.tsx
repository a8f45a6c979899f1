// The search over everything and the keyboard shortcuts. The keys work at once; what they open is loaded on demand.
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Asked } from '../../sections/credentials/bulk/dialogs.tsx'
import { useMe } from '../../session/session.tsx'
import { MENU } from '../menu.ts'
import classes from './commands.module.css'
import { findKeys, keyActionOf } from './keys.ts'
import { LETTERS } from './letters.ts'
import { noteRecent } from './recent.ts'
import { useCommandWords } from './words.ts'

const Finder = lazy(() => import('./finder.tsx'))
const KeyList = lazy(() => import('./key-list.tsx'))
const ChangeDialog = lazy(async () => ({
  default: (await import('../../sections/credentials/bulk/dialogs.tsx')).ChangeDialog,
}))

/** Max time between g and the second key. */
const TIMEOUT_MS = 1_500

export function Commands() {
  const words = useCommandWords()
  const [open, setOpen] = useState<'find' | 'show-keys' | null>(null)
  const close = useCallback(() => setOpen((open) => (open === 'find' ? null : open)), [])
  const [asked, setAsked] = useState<Asked | null>(null)
  useKeys(setOpen)
  useRecentNoted()
  return (
    <>
      <UnstyledButton className={classes.open ?? ''} onClick={() => setOpen('find')} visibleFrom="sm">
        <IconSearch size={16} aria-hidden />
        <span className={classes.text}>{words.search}</span>
        <span className={classes.keys} aria-hidden="true">
          {findKeys().map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </span>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        aria-label={words.open}
        onClick={() => setOpen('find')}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      <Suspense fallback={null}>
        {open === 'find' && <Finder onClose={close} onKeys={() => setOpen('show-keys')} onAsk={setAsked} />}
        {open === 'show-keys' && <KeyList onClose={() => setOpen(null)} />}
        {asked && <ChangeDialog asked={asked} onStarted={() => {}} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  )
}

/** Remembers the objects that the user opens, in whatever way. */
function useRecentNoted(): void {
  const { user } = useMe()
  const [path] = useLocation()
  useEffect(() => noteRecent(user.id, path), [user.id, path])
}

function useKeys(show: (what: 'find' | 'show-keys') => void): void {
  const { permissions } = useMe()
  const [, go] = useLocation()
  const waitingSince = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const press = {
        key: event.key,
        command: event.ctrlKey || event.metaKey,
        alt: event.altKey,
        typing: target.isContentEditable || target.matches('input, textarea, select'),
        covered: document.querySelector('[role=dialog][aria-modal=true]') !== null,
      }
      const wish = keyActionOf(press, performance.now() - waitingSince.current < TIMEOUT_MS)
      waitingSince.current = wish?.do === 'wait' ? performance.now() : Number.NEGATIVE_INFINITY
      if (!wish || wish.do === 'wait') return
      const page = wish.do === 'go' ? MENU.find(({ path }) => LETTERS[path] === wish.letter) : null
      if (page === undefined || (page && !permissions.includes(page.needs))) return
      event.preventDefault()
      if (page) go(page.path)
      else if (wish.do === 'search-here')
        document.querySelector<HTMLInputElement>('#content input[type=search]')?.focus()
      else if (wish.do !== 'go') show(wish.do)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [permissions, go, show])
}
