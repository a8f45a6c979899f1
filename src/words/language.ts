import type { Language } from '../domain/people/user.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import type { Words } from './words.ts'

const DICTIONARIES: Readonly<Record<Language, Words>> = { es, en }

export const wordsIn = (language: Language): Words => DICTIONARIES[language]
