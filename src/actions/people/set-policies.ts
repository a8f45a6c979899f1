import { invalid } from '../../domain/codes/refusal.ts'
import { type Policies, policyFaults } from '../../domain/people/policy.ts'
import { ROLES } from '../../domain/people/user.ts'
import { readPolicies, updatePolicy } from '../../store/people/policies.ts'
import { type ActionContext, record } from '../context.ts'

/** Applies to every user's next request. Undefined roles stay unchanged. */
export function setPolicies(context: ActionContext, wish: Partial<Policies>): Promise<Policies> {
  const faults = policyFaults(wish)
  if (faults.length > 0) throw invalid(...faults)
  return context.db.transaction(async (tx) => {
    const was = await readPolicies(tx)
    for (const role of ROLES) if (wish[role]) await updatePolicy(tx, role, wish[role])
    await record(tx, context, { action: 'settings.changed', details: { access: wish, was } })
    return { ...was, ...wish }
  })
}
