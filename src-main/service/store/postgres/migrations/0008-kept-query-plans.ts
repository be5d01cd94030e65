import type { PostgresMigration } from './migration.ts'

/**
 * What each request calls, in PL/pgSQL: the server plans its statements once for a connection, and those of a function
 * in SQL at each call.
 */
export const keptQueryPlans: PostgresMigration = {
  name: '0008_kept_query_plans',
  sql: `
CREATE OR REPLACE FUNCTION is_alive(p_node uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM nodes WHERE id = p_node AND alive_until > clock_timestamp());
END $$;

-- One statement, so that what is held and what is counted are of the same moment.
CREATE OR REPLACE FUNCTION read_plan_state(p_account text, p_at bigint) RETURNS plan_state LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_today integer := (p_at / 86400000)::integer;
  v_first integer := first_day_of_month(p_at, 0);
  v_next integer := first_day_of_month(p_at, 1);
  v_state plan_state;
BEGIN
  SELECT p_at, used.daily, used.monthly, held.reserved, held.under_way INTO v_state
  FROM (
    SELECT coalesce(sum(processed) FILTER (WHERE day = v_today), 0)::bigint AS daily,
      coalesce(sum(processed), 0)::bigint AS monthly
    FROM usage
    WHERE account_id = p_account AND day >= v_first AND day < v_next
  ) used, (
    SELECT count(*) FILTER (WHERE NOT a.is_background) AS under_way, coalesce(sum(a.reserved), 0)::bigint AS reserved
    FROM admissions a JOIN nodes n ON n.id = a.node
    WHERE a.account_id = p_account AND n.alive_until > clock_timestamp()
  ) held;
  RETURN v_state;
END $$;

CREATE OR REPLACE FUNCTION count_usage(p_account text, p_at bigint, p_processed bigint, p_requests bigint) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  INSERT INTO usage (account_id, day, processed, requests, last_ms)
  VALUES (p_account, (p_at / 86400000)::integer, p_processed, p_requests, p_at)
  ON CONFLICT (account_id, day) DO UPDATE SET processed = usage.processed + p_processed,
    requests = usage.requests + p_requests, last_ms = greatest(usage.last_ms, p_at);
END $$;
`,
}
