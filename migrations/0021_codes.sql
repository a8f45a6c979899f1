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

drop function note_of(text);
drop function stream_loss_of(text);
drop function code_of(text, jsonb);
