import type { PostgresMigration } from './migration.ts'

/**
 * A claim of a picture ends with its node, too: what one that was killed had is free when its lease is over, which is
 * shorter than that of a claim. The claim's own lease ends what a living node was given and never heard of.
 */
export const batchClaims: PostgresMigration = {
  name: '0011_batch_claims',
  sql: `
ALTER TABLE batch_pictures ADD node uuid; -- of whoever works on it

CREATE OR REPLACE FUNCTION next_batch_account(p_now bigint, p_waits boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_account text;
  v_query text := 'SELECT account_id FROM batch_turns t
    WHERE EXISTS (
      SELECT FROM batches b
      WHERE b.account_id = t.account_id AND b.ended_ms IS NULL AND coalesce(b.waits_until_ms, 0) <= $1
        AND EXISTS (
          SELECT FROM batch_pictures p
          WHERE p.batch = b.id AND p.findings IS NULL AND p.free_ms <= $1
            AND (p.leased_until IS NULL OR p.leased_until <= clock_timestamp()
              OR NOT EXISTS (SELECT FROM nodes n WHERE n.id = p.node AND n.alive_until > clock_timestamp()))))
    ORDER BY turn LIMIT 1 FOR NO KEY UPDATE';
BEGIN
  IF p_waits THEN EXECUTE v_query INTO v_account USING p_now;
  ELSE EXECUTE v_query || ' SKIP LOCKED' INTO v_account USING p_now;
  END IF;
  RETURN v_account;
END $$;

DROP FUNCTION claim_batch_picture(text, bigint, bigint);

-- As before, and nothing for a node that missed its time: others would take the picture at once.
CREATE FUNCTION claim_batch_picture(p_claim text, p_now bigint, p_lease_ms bigint, p_node uuid)
RETURNS TABLE (
  id text, account_id text, operations text, callback_url text, created_ms bigint, number integer, picture text, tries integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_account text;
  v_batch batches;
BEGIN
  IF NOT is_alive(p_node) THEN RETURN; END IF;
  FOR v_try IN 1..3 LOOP
    v_account := coalesce(next_batch_account(p_now, false), next_batch_account(p_now, true));
    IF v_account IS NULL THEN RETURN; END IF;
    FOR v_batch IN SELECT b.* FROM batches b
      WHERE b.account_id = v_account AND b.ended_ms IS NULL AND coalesce(b.waits_until_ms, 0) <= p_now
      ORDER BY b.created_ms, b.id COLLATE "C"
    LOOP
      RETURN QUERY UPDATE batch_pictures p
        SET claim = p_claim, node = p_node, tries = p.tries + 1,
          leased_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
        WHERE p.batch = v_batch.id AND p.number = (
          SELECT f.number FROM batch_pictures f
          WHERE f.batch = v_batch.id AND f.findings IS NULL AND f.free_ms <= p_now
            AND (f.leased_until IS NULL OR f.leased_until <= clock_timestamp()
              OR NOT EXISTS (SELECT FROM nodes n WHERE n.id = f.node AND n.alive_until > clock_timestamp()))
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

CREATE FUNCTION tell_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lumafold_batches', '');
  RETURN NULL;
END $$;
CREATE TRIGGER batches_told AFTER INSERT ON batches FOR EACH STATEMENT EXECUTE FUNCTION tell_batch();
`,
}
