// SQL for mails (`m`) that wait for a quota. The row of the mail does not contain the reason.

/** Joins the holds of each waiting mail: the owner's quota, the mailbox's, or both. */
export const WITH_HOLDS = `left join mail_holds mailbox_hold on mailbox_hold.id = m.held_by and m.state = 'pending'
  left join mail_holds owner_hold on owner_hold.whose = 'owner' and owner_hold.owner_id = m.owner_id and owner_hold.until > now()
    and m.state = 'pending' and m.quota_at is null and m.kind = any (owner_hold.kinds)`

/** SQL: the mail was obsolete when it could be sent, which is no failure. `UnwantedReason` lists why. */
export const isSkipped = (mail = 'm') => `${mail}.last_error ->> 'code' = 'unwanted'`

/** A skipped mail is stored as failed, with the reason. */
export const SHOWN_STATE = `case when m.state = 'failed' and ${isSkipped()} then 'skipped' else m.state end`

export const DUE_AT = 'greatest(m.due_at, mailbox_hold.until, owner_hold.until)'

const whyOf = (hold: string) =>
  `case when ${hold}.id is not null then
     jsonb_build_object('code', 'over_quota', 'params', jsonb_build_object('whose', ${hold}.whose, 'most', ${hold}.most)) end`
export const LAST_ERROR = `coalesce(${whyOf('owner_hold')}, ${whyOf('mailbox_hold')}, m.last_error)`
