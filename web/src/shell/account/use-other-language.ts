import { useMutation } from '@tanstack/react-query'
import { use } from 'react'
import { type Language, useLanguage } from '../../language.tsx'
import { api } from '../../service/api.ts'
import { SignedIn } from '../../session/session.tsx'

/** Toggles between the two languages. A signed-in user's choice is saved to the account, except in a read-only view. */
export function useOtherLanguage(): { readonly other: Language; readonly choose: () => void } {
  const { language, choose } = useLanguage()
  const signedIn = use(SignedIn)
  const other = language === 'es' ? 'en' : 'es'
  const keep = useMutation({ mutationFn: (wanted: Language) => api.patch('/account', { language: wanted }) })
  return {
    other,
    choose: () => {
      choose(other)
      if (signedIn && !signedIn.isViewing) keep.mutate(other)
    },
  }
}
