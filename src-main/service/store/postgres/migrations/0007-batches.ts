import type { PostgresMigration } from './migration.ts'

/**
 * Batches of many pictures with what was found out about each, and analyses that belong to no request. Whoever claims a
 * picture has it until `leased_until`, by the database's clock; `free_ms` is the services' time from which on a picture
 * that was given back may be taken. Accounts take turns in the order of `batch_turns`.
 *
 * Rows are locked in one order: an account's turn, its batches by their ids, their pictures. Claims never wait for a
 * picture.
 */
export const batches: PostgresMigration = {
  name: '0007_batches',
  sql: `
CREATE TABLE batches (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  operations text NOT NULL, -- names with their parameters, JSON
  callback_url text,
  created_ms bigint NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0, -- of those done
  ended_ms bigint, -- when the last picture was done, or it was cancelled
  is_cancelled boolean NOT NULL DEFAULT false,
  is_told boolean NOT NULL DEFAULT false, -- whether the call of its address was handed over
  telling_until timestamptz, -- somebody hands it over until then
  waits_until_ms bigint,
  waits_for text NOT NULL DEFAULT ''
) WITH (fillfactor = 70);
CREATE INDEX batches_by_account ON batches (account_id, created_ms);
CREATE INDEX batches_open ON batches (account_id) WHERE ended_ms IS NULL;
CREATE INDEX batches_ended ON batches (ended_ms) WHERE ended_ms IS NOT NULL;
CREATE INDEX batches_untold ON batches (ended_ms) WHERE ended_ms IS NOT NULL AND callback_url IS NOT NULL AND NOT is_told;
CREATE TABLE batch_pictures (
  batch text NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  number integer NOT NULL, -- from 0
  picture text NOT NULL, -- its address or the id of its upload, JSON
  claim text, -- of whoever works on it
  leased_until timestamptz,
  free_ms bigint NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  findings text, -- JSON; null until it is done
  PRIMARY KEY (batch, number)
) WITH (fillfactor = 70);
CREATE INDEX batch_pictures_left ON batch_pictures (batch, number) WHERE findings IS NULL;
CREATE SEQUENCE batch_turns_number;
CREATE TABLE batch_turns (
  account_id text PRIMARY KEY,
  turn bigint NOT NULL DEFAULT nextval('batch_turns_number') -- rises with each picture that is taken of any batch
) WITH (fillfactor = 50);
CREATE INDEX batch_turns_by_turn ON batch_turns (turn);

-- The account whose turn it is. Where others are being served this very moment, the one after them.
CREATE FUNCTION next_batch_account(p_now bigint, p_waits boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_account text;
  v_query text := 'SELECT account_id FROM batch_turns t
    WHERE EXISTS (
      SELECT FROM batches b
      WHERE b.account_id = t.account_id AND b.ended_ms IS NULL AND coalesce(b.waits_until_ms, 0) <= $1
        AND EXISTS (
          SELECT FROM batch_pictures p
          WHERE p.batch = b.id AND p.findings IS NULL AND p.free_ms <= $1
            AND (p.leased_until IS NULL OR p.leased_until <= clock_timestamp())))
    ORDER BY turn LIMIT 1 FOR NO KEY UPDATE';
BEGIN
  IF p_waits THEN EXECUTE v_query INTO v_account USING p_now;
  ELSE EXECUTE v_query || ' SKIP LOCKED' INTO v_account USING p_now;
  END IF;
  RETURN v_account;
END $$;

-- Takes a picture of the account whose turn it is, of its oldest batch that has one.
CREATE FUNCTION claim_batch_picture(p_claim text, p_now bigint, p_lease_ms bigint)
RETURNS TABLE (
  id text, account_id text, operations text, callback_url text, created_ms bigint, number integer, picture text, tries integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_account text;
  v_batch batches;
BEGIN
  FOR v_try IN 1..3 LOOP
    v_account := coalesce(next_batch_account(p_now, false), next_batch_account(p_now, true));
    IF v_account IS NULL THEN RETURN; END IF;
    FOR v_batch IN SELECT b.* FROM batches b
      WHERE b.account_id = v_account AND b.ended_ms IS NULL AND coalesce(b.waits_until_ms, 0) <= p_now
      ORDER BY b.created_ms, b.id COLLATE "C"
    LOOP
      RETURN QUERY UPDATE batch_pictures p
        SET claim = p_claim, leased_until = clock_timestamp() + p_lease_ms * interval '1 millisecond', tries = p.tries + 1
        WHERE p.batch = v_batch.id AND p.number = (
          SELECT f.number FROM batch_pictures f
          WHERE f.batch = v_batch.id AND f.findings IS NULL AND f.free_ms <= p_now
            AND (f.leased_until IS NULL OR f.leased_until <= clock_timestamp())
          ORDER BY f.number LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING v_batch.id, v_batch.account_id, v_batch.operations, v_batch.callback_url, v_batch.created_ms,
          p.number, p.picture, p.tries;
      IF FOUND THEN
        UPDATE batch_turns t SET turn = nextval('batch_turns_number') WHERE t.account_id = v_account;
        RETURN;
      END IF;
    END LOOP;
    -- Somebody took the last one between the two looks.
  END LOOP;
END $$;

-- False where the claim is not valid any more. The last picture ends its batch.
CREATE FUNCTION finish_batch_picture(
  p_batch text, p_number integer, p_claim text, p_findings text, p_has_failed boolean, p_now bigint
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM batches WHERE id = p_batch FOR NO KEY UPDATE;
  UPDATE batch_pictures SET findings = p_findings, claim = NULL
    WHERE batch = p_batch AND number = p_number AND claim = p_claim;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE batches SET done = done + 1, failed = failed + p_has_failed::integer,
      ended_ms = CASE WHEN done + 1 = total THEN coalesce(ended_ms, p_now) ELSE ended_ms END
    WHERE id = p_batch;
  RETURN true;
END $$;

-- Analyses of batches hold their share of the quotas, and take no place of requests.
ALTER TABLE admissions ADD is_background boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION read_plan_state(p_account text, p_at bigint) RETURNS plan_state LANGUAGE sql VOLATILE AS $$
  SELECT p_at, used.daily, used.monthly, held.reserved, held.under_way
  FROM (
    SELECT coalesce(sum(processed) FILTER (WHERE day = (p_at / 86400000)::integer), 0)::bigint AS daily,
      coalesce(sum(processed), 0)::bigint AS monthly
    FROM usage
    WHERE account_id = p_account AND day >= first_day_of_month(p_at, 0) AND day < first_day_of_month(p_at, 1)
  ) used, (
    SELECT count(*) FILTER (WHERE NOT a.is_background) AS under_way, coalesce(sum(a.reserved), 0)::bigint AS reserved
    FROM admissions a JOIN nodes n ON n.id = a.node
    WHERE a.account_id = p_account AND n.alive_until > clock_timestamp()
  ) held
$$;

-- As enter_request for analyses of no request, which neither counts nor takes a place.
CREATE FUNCTION enter_in_background(
  p_id uuid, p_node uuid, p_account text, p_wanted bigint, p_daily bigint, p_monthly bigint, p_at bigint,
  OUT outcome text, OUT at_ms bigint, OUT daily bigint, OUT monthly bigint, OUT reserved bigint, OUT under_way bigint
) LANGUAGE plpgsql AS $$
DECLARE
  v_state plan_state;
BEGIN
  PERFORM FROM account_meters WHERE account_id = p_account FOR NO KEY UPDATE;
  IF NOT FOUND THEN outcome := 'removed'; RETURN; END IF;
  at_ms := coalesce(p_at, clock_ms());
  v_state := read_plan_state(p_account, at_ms);
  daily := v_state.daily; monthly := v_state.monthly; reserved := v_state.reserved; under_way := v_state.under_way;
  IF EXISTS (SELECT FROM admissions WHERE id = p_id) THEN outcome := 'admitted'; RETURN; END IF;
  IF NOT is_alive(p_node) THEN outcome := 'lapsed'; RETURN; END IF;
  IF NOT has_room(v_state, p_wanted, p_daily, p_monthly) THEN outcome := 'refused'; RETURN; END IF;
  INSERT INTO admissions (id, node, account_id, reserved, is_background) VALUES (p_id, p_node, p_account, p_wanted, true);
  outcome := 'admitted';
END $$;
`,
}
