import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../service/api.ts'

export function useSignOut(): () => void {
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: () => api.post('/logout'),
    // Nothing that was seen may be left for whoever comes next.
    onSettled: (left) => {
      queries.clear()
      // Who came through a provider signs out there as well, if it has a place for that.
      location.assign(left?.url ?? '/console/')
    },
  })
  return () => leave.mutate()
}
