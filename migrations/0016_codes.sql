-- What was stored as an English sentence becomes a code with its figures, which is put into words when somebody reads it. What
-- cannot be told by a code is kept as it was written: code "said".

create function code_of(code text, params jsonb default '{}') returns jsonb language sql immutable
  return jsonb_build_object('code', code, 'params', params);

-- Why a stream from another caster does not come.
create function stream_loss_of(said text) returns jsonb language sql immutable
  return case said
    when 'not asked yet' then code_of('not_asked')
    when 'no caster has asked it lately' then code_of('not_asked_lately')
    when 'the connection was closed' then code_of('closed')
    when 'no answer' then code_of('no_answer')
    when 'the answer is too long' then code_of('answer_too_long')
    when 'no data came' then code_of('no_data')
    when 'the stream was silent' then code_of('silent')
    when 'the stream ended' then code_of('ended')
    when 'the stream is not well chunked' then code_of('badly_chunked')
    else coalesce(
      (select code_of('refused', jsonb_build_object('reason', replace(lower(part[1]), ' ', '_'), 'said', part[2]))
       from regexp_match(said, '^refused: (credentials|unknown mountpoint|taken|not NTRIP|other) \((.*)\)$') as part where part is not null),
      code_of('said', jsonb_build_object('said', said)))
  end;

alter table upstream_state alter column error type jsonb using stream_loss_of(error);

-- What happened in a session. Only those that have notes are touched.
create function note_of(said text) returns jsonb language sql immutable
  return case
    when said like 'no GGA:%' then code_of('no_gga')
    when said like 'base down:%' then code_of('base_down')
    when said like 'outside coverage:%' then code_of('outside_coverage')
    when said = 'asking the VRS engine' then code_of('asking_vrs')
    when said = 'the VRS engine answers' then code_of('vrs_answers')
    when said like 'the VRS engine is lost: %' then
      code_of('vrs_lost', jsonb_build_object('why', stream_loss_of(substr(said, length('the VRS engine is lost: ') + 1))))
    else coalesce(
      (select code_of('base', jsonb_build_object('station', part[4], 'distanceKm', part[5]::numeric) ||
         case when part[2] is null then '{}' else
           jsonb_build_object('before', jsonb_build_object('station', part[2], 'silent', part[3] is not null)) end)
       from regexp_match(said, '^base (([\w-]+)( \(silent\))? → )?([\w-]+), (\d+\.\d) km$') as part where part is not null),
      code_of('said', jsonb_build_object('said', said)))
  end;

update sessions set notes = (
  select jsonb_agg(jsonb_build_object('at', note -> 'at') || note_of(note ->> 'text') order by place)
  from jsonb_array_elements(notes) with ordinality as n (note, place)
) where notes <> '[]';

-- Of files that credentials were issued from: what was wrong with a line.
update issue_job_rows set problems = (
  select jsonb_agg(case
    when problem ? 'params' then problem
    when problem ->> 'code' in ('missing', 'control_characters', 'both_validities', 'sessions_of_operator')
      then jsonb_build_object('field', problem -> 'field') || code_of(problem ->> 'code')
    else jsonb_build_object('field', problem -> 'field') || code_of('said', jsonb_build_object('said', problem ->> 'detail')) end order by place)
  from jsonb_array_elements(problems) with ordinality as p (problem, place)
) where problems <> '[]';

-- Alarms: the kind is the code.
create function alarm_params_of(kind text, said text) returns jsonb language sql immutable
  return case
    when kind in ('down', 'degraded') then '{}'
    when kind = 'moved' and said ~ '^the antenna tells a position [0-9.]+ m from ' then
      jsonb_build_object('metres', split_part(said, ' ', 6)::numeric)
    when kind = 'silent_constellation' and said like 'no more %' then
      jsonb_build_object('constellations', to_jsonb(string_to_array(substr(said, length('no more ') + 1), ', ')))
    else jsonb_build_object('said', said)
  end;
alter table station_alarms alter column detail type jsonb using alarm_params_of(kind, detail);
alter table station_alarms rename column detail to params;
drop function alarm_params_of(text, text);

-- Why a webhook was deactivated; no release wrote another reason.
create function deactivation_of(said text) returns text language sql immutable
  return case said when 'the receiver answered 410 Gone' then 'gone' when 'only failures for five days' then 'failing' end;
update webhooks set deactivation_reason = deactivation_of(deactivation_reason) where deactivation_reason is not null;

-- Why attempts failed. Only what failed is touched.
create function attempt_failure_of(said text) returns jsonb language sql immutable
  return case
    when said = 'not an http or https address' then code_of('not_http')
    when said = 'the connection was refused' then code_of('refused')
    when said = 'the connection was closed before an answer came' then code_of('closed_early')
    when said = 'the host name does not resolve' then code_of('unresolved')
    when said like '% is not an address that we may call' then
      code_of('forbidden_address', jsonb_build_object('address', split_part(said, ' ', 1)))
    when said ~ '^no answer within [0-9.]+ s$' then
      code_of('no_answer', jsonb_build_object('seconds', split_part(said, ' ', 4)::numeric))
    when said ~ '^the certificate was not accepted \(\w+\)$' then
      code_of('certificate', jsonb_build_object('code', substring(said from '\((\w+)\)')))
    when said ~ '^it does not speak TLS \(\w+\)$' then code_of('no_tls', jsonb_build_object('code', substring(said from '\((\w+)\)')))
    when said ~ '^HTTP \d{3}$' then code_of('status', jsonb_build_object('status', substr(said, 6)::integer))
    else code_of('said', jsonb_build_object('said', said))
  end;
alter table delivery_attempts rename column error to said;
alter table delivery_attempts add column error jsonb;
update delivery_attempts set error = attempt_failure_of(said) where said is not null;
alter table delivery_attempts drop column said;

-- Mails: why they were not sent, and what those about webhooks tell.
create function mail_failure_of(said text) returns jsonb language sql immutable
  return case said
    when 'every attempt was broken off' then code_of('broken_off')
    when 'nobody sent it within seven days: is SMTP_URL set where the role worker runs?' then code_of('nobody_sent', '{"days": 7}')
    when 'the recipient is not an e-mail address' then code_of('not_an_address')
    when 'the time for it was over before the server had answered' then code_of('out_of_time')
    when 'not sent: there is no such credential' then code_of('unwanted', '{"why": "no_credential"}')
    when 'not sent: the credential was revoked before' then code_of('unwanted', '{"why": "credential_revoked"}')
    when 'not sent: the credential was revoked' then code_of('unwanted', '{"why": "credential_revoked"}')
    when 'not sent: the credential had ended before' then code_of('unwanted', '{"why": "credential_ended"}')
    when 'not sent: the order no longer waits for its money' then code_of('unwanted', '{"why": "order_not_waiting"}')
    else case when said ~ '^no connection within [0-9.]+ s$'
      then code_of('no_connection', jsonb_build_object('seconds', split_part(said, ' ', 4)::numeric))
      else code_of('said', jsonb_build_object('said', said)) end
  end;
alter table mails rename column last_error to said;
alter table mails add column last_error jsonb;
update mails set last_error = mail_failure_of(said) where said is not null;
alter table mails drop column said;
update mails set data = data || jsonb_build_object('reason', deactivation_of(data ->> 'reason'),
  'lastError', case when data ->> 'lastError' is not null then attempt_failure_of(data ->> 'lastError') end)
where kind = 'webhook-deactivated' and jsonb_typeof(data -> 'reason') = 'string';

drop function mail_failure_of(text);
drop function attempt_failure_of(text);
drop function deactivation_of(text);
drop function note_of(text);
drop function stream_loss_of(text);
drop function code_of(text, jsonb);
