import type { PostgresMigration } from './migration.ts'

/**
 * Questions under an idempotency key that were counted, so that one that is asked again within a day is not counted
 * again: its first answer may have been lost on its way. Nodes of the version before go on with the functions before.
 */
export const countedKeys: PostgresMigration = {
  name: '0010_counted_keys',
  sql: `
CREATE TABLE counted_keys (
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  key text NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX counted_keys_by_time ON counted_keys (at_ms);

-- As enter_request; a repetition needs no room in the plan.
CREATE FUNCTION enter_with_key(
  p_id uuid, p_node uuid, p_account text, p_wanted bigint,
  p_concurrency bigint, p_rate bigint, p_daily bigint, p_monthly bigint, p_at bigint, p_key text,
  OUT outcome text, OUT at_ms bigint, OUT daily bigint, OUT monthly bigint, OUT reserved bigint, OUT under_way bigint
) LANGUAGE plpgsql AS $$
DECLARE
  v_is_repeated boolean := EXISTS (SELECT FROM counted_keys k WHERE k.account_id = p_account AND k.key = p_key
    AND k.at_ms > coalesce(p_at, clock_ms()) - 86400000);
BEGIN
  SELECT e.* INTO outcome, at_ms, daily, monthly, reserved, under_way
  FROM enter_request(p_id, p_node, p_account, CASE WHEN v_is_repeated THEN 0 ELSE p_wanted END,
    p_concurrency, p_rate, p_daily, p_monthly, p_at) e;
END $$;

-- As leave_request; counts nothing under a key that was counted. counted says how much was.
CREATE FUNCTION leave_with_key(
  p_id uuid, p_account text, p_processed bigint, p_daily bigint, p_monthly bigint, p_at bigint, p_key text,
  OUT outcome text, OUT at_ms bigint, OUT daily bigint, OUT monthly bigint, OUT reserved bigint, OUT counted bigint
) LANGUAGE plpgsql AS $$
DECLARE
  v_held bigint;
BEGIN
  -- Of two requests under one key that end together, the second one sees the first one's row.
  PERFORM FROM account_meters WHERE account_id = p_account FOR NO KEY UPDATE;
  SELECT a.reserved INTO v_held FROM admissions a WHERE a.id = p_id;
  -- One that holds nothing of the plan entered as a repetition.
  counted := CASE WHEN v_held > 0 AND EXISTS (SELECT FROM account_meters WHERE account_id = p_account)
    AND NOT EXISTS (SELECT FROM counted_keys k WHERE k.account_id = p_account AND k.key = p_key
      AND k.at_ms > coalesce(p_at, clock_ms()) - 86400000)
    THEN p_processed ELSE 0 END;
  SELECT l.* INTO outcome, at_ms, daily, monthly, reserved
  FROM leave_request(p_id, p_account, counted, p_daily, p_monthly, p_at) l;
  IF counted > 0 AND outcome = 'left' THEN
    INSERT INTO counted_keys (account_id, key, at_ms) VALUES (p_account, p_key, leave_with_key.at_ms)
      ON CONFLICT ON CONSTRAINT counted_keys_pkey DO UPDATE SET at_ms = excluded.at_ms;
    DELETE FROM counted_keys WHERE (account_id, key) IN (
      SELECT k.account_id, k.key FROM counted_keys k WHERE k.at_ms < leave_with_key.at_ms - 86400000
      ORDER BY k.at_ms LIMIT 2 FOR UPDATE SKIP LOCKED);
  END IF;
END $$;
`,
}
