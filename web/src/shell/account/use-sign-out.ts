import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../service/api.ts'

export function useSignOut(): () => void {
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: () => api.post('/logout'),
    // Leaves no data for the next user of the browser.
    onSettled: (left) => {
      queries.clear()
      // Single sign-on users are also signed out at the provider, if it supports that.
      location.assign(left?.url ?? '/console/')
    },
  })
  return () => leave.mutate()
}
