// The unsaved changes of the whole page. One bar saves or discards them.
import { Button, Group, Paper, Text } from '@mantine/core'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { notify } from '../../../parts/notify.ts'
import { useSettingsWords } from '../words.ts'
import { pathOf, type Section } from './fields.ts'
import classes from './frame.module.css'

interface ChangedForm {
  readonly section: Section
  /** Resolves to false if a field is wrong or the service rejected the values. */
  save(): Promise<boolean>
  discard(): void
}

interface Changes {
  readonly sections: ReadonlySet<Section>
  note(id: symbol, form: RefObject<ChangedForm> | null): void
  save(): Promise<void>
  discard(): void
  readonly saving: boolean
}

const Context = createContext<Changes | null>(null)
const SectionContext = createContext<Section>('network')

export const InSection = SectionContext.Provider

export function useChanges(): Changes {
  const changes = useContext(Context)
  if (!changes) throw new Error('useChanges needs ChangesProvider')
  return changes
}

export function ChangesProvider({ children }: { children: ReactNode }) {
  const words = useSettingsWords()
  const [, go] = useLocation()
  const [forms, setForms] = useState<ReadonlyMap<symbol, RefObject<ChangedForm>>>(new Map())
  const [saving, setSaving] = useState(false)
  const note = useCallback(
    (id: symbol, form: RefObject<ChangedForm> | null) =>
      setForms((before) => {
        const next = new Map(before)
        if (form) next.set(id, form)
        else next.delete(id)
        return next
      }),
    [],
  )
  const changes = useMemo(
    () => ({
      ...{ note, saving },
      sections: new Set([...forms.values()].map(({ current }) => current.section)),
      async save() {
        if (saving || forms.size === 0) return
        setSaving(true)
        // One after the other: at most one of them asks for the password.
        for (const form of forms.values()) {
          if (await form.current.save()) continue
          setSaving(false)
          go(pathOf(form.current.section))
          return
        }
        setSaving(false)
        notify(words.saved)
      },
      discard() {
        for (const { current } of forms.values()) current.discard()
      },
    }),
    [forms, saving, note, go, words],
  )
  return <Context.Provider value={changes}>{children}</Context.Provider>
}

interface Saveable {
  send(element: HTMLFormElement): Promise<boolean>
  reset(): void
}

/** A form that the bar saves. It has no button of its own. */
export function SettingForm({
  form,
  isChanged,
  children,
}: {
  form: Saveable
  isChanged: boolean
  children: ReactNode
}) {
  const section = useContext(SectionContext)
  const { note, save } = useChanges()
  const element = useRef<HTMLFormElement>(null)
  const changed = useRef<ChangedForm>({ section, save: async () => false, discard: () => {} })
  useEffect(() => {
    changed.current = { section, save: () => form.send(element.current!), discard: () => form.reset() }
  })
  useEffect(() => {
    if (!isChanged) return
    const id = Symbol('form')
    note(id, changed)
    return () => note(id, null)
  }, [isChanged, note])
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {children}
      {/* Without a submit button, Enter does nothing in a form of several fields. */}
      <button type="submit" hidden />
    </form>
  )
}

/** Visible only while something is unsaved. */
export function SaveBar() {
  const words = useSettingsWords()
  const { sections, saving, save, discard } = useChanges()
  if (sections.size === 0) return null
  return (
    <Paper withBorder shadow="md" className={classes.bar ?? ''} component="section" aria-label={words.unsaved}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {words.unsavedIn([...sections].map((section) => words.sections[section]).join(', '))}
        </Text>
        <Group gap="xs">
          <Button variant="default" disabled={saving} onClick={discard}>
            {words.discard}
          </Button>
          <Button loading={saving} onClick={() => void save()}>
            {words.save}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
