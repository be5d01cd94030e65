import type { PostgresMigration } from './migration.ts'

/**
 * What accounts used by UTC day, and the requests under way. An admission holds its share of the plan while its node
 * lives, which the node says again and again in `nodes`; one that missed its time comes back under another id, so that
 * what it held stays free. `recent_arrivals` is a ring of the times of each account's latest requests, as long as its
 * rate: a request is too many where the one that many before it came less than a second ago.
 *
 * All times of leases are the database's own. `p_at` (milliseconds since 1970) stands for the time of usage where it is
 * given; otherwise that is the database's as well.
 */
export const usage: PostgresMigration = {
  name: '0002_usage',
  sql: `
CREATE TABLE usage (
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  day integer NOT NULL,
  processed bigint NOT NULL,
  requests bigint NOT NULL,
  last_ms bigint NOT NULL,
  PRIMARY KEY (account_id, day)
) WITH (fillfactor = 70);
CREATE TABLE nodes (
  id uuid PRIMARY KEY,
  alive_until timestamptz NOT NULL
);
CREATE TABLE admissions (
  id uuid PRIMARY KEY,
  node uuid NOT NULL,
  account_id text NOT NULL,
  reserved bigint NOT NULL
);
CREATE INDEX admissions_by_account ON admissions (account_id);
CREATE INDEX admissions_by_node ON admissions (node);
CREATE UNLOGGED TABLE recent_arrivals (
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  slot bigint NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (account_id, slot)
) WITH (fillfactor = 50);

CREATE FUNCTION clock_ms() RETURNS bigint LANGUAGE sql VOLATILE
  RETURN floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint;

CREATE FUNCTION first_day_of_month(p_at bigint, p_months integer) RETURNS integer LANGUAGE sql IMMUTABLE
  RETURN (extract(epoch FROM date_trunc('month', to_timestamp(p_at / 1000) AT TIME ZONE 'UTC') + make_interval(months => p_months)) / 86400)::integer;

CREATE FUNCTION is_alive(p_node uuid) RETURNS boolean LANGUAGE sql VOLATILE
  RETURN EXISTS (SELECT FROM nodes WHERE id = p_node AND alive_until > clock_timestamp());

CREATE TYPE plan_state AS (at_ms bigint, daily bigint, monthly bigint, reserved bigint, under_way bigint);

-- One statement, so that what is held and what is counted are of the same moment.
CREATE FUNCTION read_plan_state(p_account text, p_at bigint) RETURNS plan_state LANGUAGE sql VOLATILE AS $$
  SELECT p_at, used.daily, used.monthly, held.reserved, held.under_way
  FROM (
    SELECT coalesce(sum(processed) FILTER (WHERE day = (p_at / 86400000)::integer), 0)::bigint AS daily,
      coalesce(sum(processed), 0)::bigint AS monthly
    FROM usage
    WHERE account_id = p_account AND day >= first_day_of_month(p_at, 0) AND day < first_day_of_month(p_at, 1)
  ) used, (
    SELECT count(*) AS under_way, coalesce(sum(a.reserved), 0)::bigint AS reserved
    FROM admissions a JOIN nodes n ON n.id = a.node
    WHERE a.account_id = p_account AND n.alive_until > clock_timestamp()
  ) held
$$;

CREATE FUNCTION has_room(p_state plan_state, p_wanted bigint, p_daily bigint, p_monthly bigint) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN p_wanted = 0 OR (
    (p_daily IS NULL OR (p_state).daily + (p_state).reserved + p_wanted <= p_daily)
    AND (p_monthly IS NULL OR (p_state).monthly + (p_state).reserved + p_wanted <= p_monthly));

CREATE FUNCTION count_usage(p_account text, p_at bigint, p_processed bigint, p_requests bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO usage (account_id, day, processed, requests, last_ms)
  VALUES (p_account, (p_at / 86400000)::integer, p_processed, p_requests, p_at)
  ON CONFLICT (account_id, day) DO UPDATE SET processed = usage.processed + p_processed,
    requests = usage.requests + p_requests, last_ms = greatest(usage.last_ms, p_at)
$$;

-- Outcomes: admitted, refused (the state says why), too-fast, lapsed (the node is to register anew), removed.
-- A second call with the same id, as after a lost answer, admits once.
CREATE FUNCTION enter_request(
  p_id uuid, p_node uuid, p_account text, p_wanted bigint,
  p_concurrency bigint, p_rate bigint, p_daily bigint, p_monthly bigint, p_at bigint,
  OUT outcome text, OUT at_ms bigint, OUT daily bigint, OUT monthly bigint, OUT reserved bigint, OUT under_way bigint
) LANGUAGE plpgsql AS $$
DECLARE
  v_arrivals bigint;
  v_state plan_state;
BEGIN
  SELECT arrivals INTO v_arrivals FROM account_meters WHERE account_id = p_account FOR NO KEY UPDATE;
  IF NOT FOUND THEN outcome := 'removed'; RETURN; END IF;
  at_ms := coalesce(p_at, clock_ms());
  v_state := read_plan_state(p_account, at_ms);
  daily := v_state.daily; monthly := v_state.monthly; reserved := v_state.reserved; under_way := v_state.under_way;
  IF EXISTS (SELECT FROM admissions WHERE id = p_id) THEN outcome := 'admitted'; RETURN; END IF;
  IF NOT is_alive(p_node) THEN outcome := 'lapsed'; RETURN; END IF;
  IF NOT has_room(v_state, p_wanted, p_daily, p_monthly) OR under_way >= p_concurrency THEN
    outcome := 'refused'; RETURN;
  END IF;
  IF p_rate IS NOT NULL THEN
    IF EXISTS (SELECT FROM recent_arrivals r WHERE r.account_id = p_account AND r.slot = v_arrivals % p_rate
        AND r.at_ms > enter_request.at_ms - 1000 AND r.at_ms <= enter_request.at_ms) THEN
      outcome := 'too-fast'; RETURN;
    END IF;
    INSERT INTO recent_arrivals (account_id, slot, at_ms) VALUES (p_account, v_arrivals % p_rate, enter_request.at_ms)
      ON CONFLICT (account_id, slot) DO UPDATE SET at_ms = excluded.at_ms;
    UPDATE account_meters SET arrivals = arrivals + 1 WHERE account_id = p_account;
  END IF;
  INSERT INTO admissions (id, node, account_id, reserved) VALUES (p_id, p_node, p_account, p_wanted);
  PERFORM count_usage(p_account, at_ms, 0, 1);
  outcome := 'admitted';
END $$;

-- Makes room for p_total analyses of a request, those that it has room for included.
CREATE FUNCTION reserve_analyses(
  p_id uuid, p_node uuid, p_account text, p_total bigint, p_daily bigint, p_monthly bigint, p_at bigint,
  OUT outcome text, OUT at_ms bigint, OUT daily bigint, OUT monthly bigint, OUT reserved bigint, OUT wanted bigint
) LANGUAGE plpgsql AS $$
DECLARE
  v_held admissions;
  v_state plan_state;
BEGIN
  PERFORM FROM account_meters WHERE account_id = p_account FOR NO KEY UPDATE;
  SELECT * INTO v_held FROM admissions WHERE id = p_id;
  IF NOT FOUND THEN outcome := 'removed'; RETURN; END IF;
  at_ms := coalesce(p_at, clock_ms());
  v_state := read_plan_state(p_account, at_ms);
  daily := v_state.daily; monthly := v_state.monthly; reserved := v_state.reserved;
  -- What it held is lost where its node missed its time.
  wanted := p_total - CASE WHEN is_alive(v_held.node) THEN v_held.reserved ELSE 0 END;
  IF wanted > 0 AND NOT has_room(v_state, wanted, p_daily, p_monthly) THEN outcome := 'refused'; RETURN; END IF;
  UPDATE admissions SET reserved = p_total, node = p_node WHERE id = p_id;
  outcome := 'reserved';
END $$;

-- Counts what a request did and ends it. A second call, as after a lost answer, counts nothing. One that lost its share
-- must fit into the plan anew: it is refused where it does not, as often as it is asked.
CREATE FUNCTION leave_request(
  p_id uuid, p_account text, p_processed bigint, p_daily bigint, p_monthly bigint, p_at bigint,
  OUT outcome text, OUT at_ms bigint, OUT daily bigint, OUT monthly bigint, OUT reserved bigint
) LANGUAGE plpgsql AS $$
DECLARE
  v_node uuid;
  v_is_known boolean;
  v_state plan_state;
BEGIN
  PERFORM FROM account_meters WHERE account_id = p_account FOR NO KEY UPDATE;
  v_is_known := FOUND;
  SELECT node INTO v_node FROM admissions WHERE id = p_id;
  IF NOT FOUND THEN outcome := 'left'; RETURN; END IF;
  at_ms := coalesce(p_at, clock_ms());
  IF v_is_known AND p_processed > 0 THEN
    IF NOT is_alive(v_node) THEN
      v_state := read_plan_state(p_account, at_ms);
      daily := v_state.daily; monthly := v_state.monthly; reserved := v_state.reserved;
      IF NOT has_room(v_state, p_processed, p_daily, p_monthly) THEN outcome := 'refused'; RETURN; END IF;
    END IF;
    PERFORM count_usage(p_account, at_ms, p_processed, 0);
  END IF;
  DELETE FROM admissions WHERE id = p_id;
  outcome := 'left';
END $$;

-- Says that a node lives; false where it missed its time. Admissions of nodes that missed it long ago are forgotten.
CREATE FUNCTION renew_node(p_node uuid, p_lease_ms bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE nodes SET alive_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
    WHERE id = p_node AND alive_until > clock_timestamp();
  IF NOT FOUND THEN RETURN false; END IF;
  WITH gone AS (
    DELETE FROM nodes WHERE id IN (
      SELECT id FROM nodes WHERE alive_until < clock_timestamp() - interval '1 day' FOR UPDATE SKIP LOCKED LIMIT 10
    ) RETURNING id
  ) DELETE FROM admissions WHERE node IN (SELECT id FROM gone);
  RETURN true;
END $$;
`,
}
