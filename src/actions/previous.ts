/** The values before a change, for the audit log: those of the changed fields only. */
export const previousOf = <Before extends object>(before: Before, change: object): Partial<Before> =>
  Object.fromEntries(
    Object.entries(change).flatMap(([name, value]) =>
      value === undefined || !(name in before) ? [] : [[name, before[name as keyof Before]]],
    ),
  ) as Partial<Before>
