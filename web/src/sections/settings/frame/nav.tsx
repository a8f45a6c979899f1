import { NativeSelect, NavLink, VisuallyHidden } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSettingsWords } from '../words.ts'
import { useChanges } from './changes.tsx'
import { pathOf, SECTIONS, type Section } from './fields.ts'
import classes from './frame.module.css'

/** The sections: a list beside the settings, or a choice above them where there is no room. */
export function SettingsNav({ section }: { section: Section }) {
  const words = useSettingsWords()
  const { sections: changed } = useChanges()
  const [, go] = useLocation()
  return (
    <div>
      <NativeSelect
        className={classes.choice ?? ''}
        label={words.sectionChoice}
        value={section}
        data={SECTIONS.map((value) => ({ value, label: words.sections[value] }))}
        onChange={({ currentTarget }) => go(pathOf(currentTarget.value as Section))}
      />
      <nav className={classes.nav} aria-label={words.title}>
        {SECTIONS.map((name) => (
          <NavLink
            key={name}
            component={Link}
            href={pathOf(name)}
            label={words.sections[name]}
            active={name === section}
            aria-current={name === section ? 'page' : undefined}
            className={classes.entry ?? ''}
            rightSection={
              changed.has(name) && (
                <span className={classes.dot} title={words.unsaved}>
                  <VisuallyHidden>{words.unsaved}</VisuallyHidden>
                </span>
              )
            }
          />
        ))}
      </nav>
    </div>
  )
}
